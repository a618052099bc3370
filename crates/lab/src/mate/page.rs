//! A proof or disproof tree as a self-contained HTML page.
//!
//! Every move is shown with a picture of the board after it. The moves of the main line are below each other; other replies are folded,
//! each with what follows inside it. Only the outer folds are indented, so that boards keep their width.

use std::fmt::Write as _;

use komadai_core::{Move, Position};
use komadai_notation::diagram::{Diagram, SharedShapes};
use komadai_tsume::Tree;
use komadai_tsume::checker::Claim;

use super::outline::{Below, Place, outline};
use komadai_report::words::japanese;

const STYLE: &str = "body{font-family:sans-serif;max-width:60em;margin:1em auto;padding:0 1em;color:#222;overflow-wrap:anywhere}\
svg{display:block;width:24em;max-width:100%;height:auto;margin:.4em 0}\
details{margin:.2em 0;padding-left:.6em;border-left:2px solid #ddd}\
details.main{border-left-color:#d55e00}\
details details details details{padding-left:0;border-left:none}summary{cursor:pointer}.usi{color:#666;font-size:90%}";

/// Returns the page of a tree, titled `name`: HTML with the boards as SVG, without scripts or external files.
///
/// It shows the main line, and other positions of the attacker up to about `most` in all, those after the fewest moves first; the page says
/// how many are left out. The same tree gives the same page.
///
/// ```
/// use komadai_lab::mate::tree_page;
/// use komadai::tsume::Solver;
///
/// let mut pos = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let tree = Solver::builder().hash_mb(1).build()?.solve(&mut pos).tree.expect("a gold mates");
/// let page = tree_page(&tree, "head & gold", 100);
/// assert!(page.contains("<title>head &amp; gold</title>") && page.contains("▲５二金"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree_page(tree: &Tree, name: &str, most: usize) -> String {
    let places = outline(tree, most);
    let mut page = Page { out: String::new(), tree, places: &places, shapes: SharedShapes::default() };
    page.write(&escaped(name));
    page.out
}

struct Page<'a> {
    out: String,
    tree: &'a Tree,
    places: &'a [Place],
    /// Shapes that the boards drawn so far share.
    shapes: SharedShapes,
}

/// A position of the attacker: its place, itself, and the move that led to it.
type At = (usize, Position, Option<Move>);

impl Page<'_> {
    fn put(&mut self, html: &str) {
        self.out.push_str(html);
        self.out.push('\n');
    }

    fn write(&mut self, name: &str) {
        self.put("<!DOCTYPE html>\n<html lang=\"ja\">\n<head>\n<meta charset=\"utf-8\">");
        self.put("<meta name=\"viewport\" content=\"width=device-width\">");
        self.put(&format!("<title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{name}</h1>"));
        let pos = self.tree.position();
        self.put(&match self.tree.plies(self.tree.root()) {
            Some(plies) => format!("<p>{plies}手以内の詰み · mate within {plies} plies</p>"),
            None => "<p>不詰 · no mate by checks alone</p>".to_owned(),
        });
        self.put(&format!("<p class=\"usi\">{}</p>", escaped(&pos.to_string())));
        let line = self.tree.line();
        if !line.is_empty() {
            let words: Vec<String> = japanese(pos, &line, None).iter().map(|mv| escaped(mv)).collect();
            self.put(&format!("<p>本手順 · main line: {}</p>", words.join(" ")));
        }
        let hidden = self.places.iter().filter(|place| matches!(place.below, Below::Hidden)).count();
        if hidden > 0 {
            self.put(&format!(
                "<p>大きな木なので途中まで：続きを省いた局面 {hidden} · a large tree, cut off: {hidden} positions without \
                 what follows</p>"
            ));
        }
        self.put("<div id=\"p0\">");
        self.draw(&Diagram::of(pos));
        self.put("</div>");
        let mut at = Some((0, pos.clone(), None));
        while let Some((place, pos, last)) = at {
            at = self.below(place, &pos, last);
        }
        self.put("</body>\n</html>");
    }

    /// Writes what is below a position of the attacker. Returns the position after the next moves of the main line, which is shown below
    /// this one and not in it.
    fn below(&mut self, place: usize, pos: &Position, last: Option<Move>) -> Option<At> {
        let places = self.places;
        let checks = match &places[place].below {
            Below::Checks(checks) => checks,
            Below::See(first) => {
                self.put(&format!(
                    "<p>盤面は<a href=\"#p{first}\">局面{first}</a>と同じ、以下同様 · the board of <a \
                     href=\"#p{first}\">position {first}</a>; as there</p>"
                ));
                return None;
            }
            Below::Hidden => {
                self.put("<p>以下省略 · what follows is left away</p>");
                return None;
            }
        };
        if checks.is_empty() {
            self.put("<p>王手なし · no check is left</p>");
        }
        let mut next = None;
        for (check, replies) in checks {
            let between = pos.after([*check]);
            let is_mate = self.tree.claim() == Claim::Mate;
            let main = places[place].main && is_mate;
            let what = match replies.len() {
                0 => "まで詰み · mate".to_owned(),
                1 => "応手 1 · 1 reply".to_owned(),
                count => format!("応手 {count} · {count} replies"),
            };
            // The only check of a mate needs no fold of its own.
            self.put(&head(pos, *check, last, is_mate, main, &what));
            self.draw(&Diagram::of(&between).last_move(*check));
            let mut answer = None;
            for &reply in replies {
                let Place { came: Some([_, mv]), main, .. } = places[reply] else { continue };
                if main {
                    answer = Some((reply, mv));
                } else {
                    self.reply(reply, mv, &between, *check, !is_mate);
                }
            }
            self.put("</details>");
            next = answer.map(|(reply, mv)| self.reply(reply, mv, &between, *check, true)).or(next);
        }
        next
    }

    /// Writes a reply as a fold; one of the main line without what follows it.
    fn reply(&mut self, place: usize, mv: Move, between: &Position, check: Move, open: bool) -> At {
        let main = self.places[place].main;
        let after = between.after([mv]);
        let remark = format!("局面 {place} · position {place}");
        self.put(&head(between, mv, Some(check), open, main, &remark));
        self.put(&format!("<div id=\"p{place}\">"));
        self.draw(&Diagram::of(&after).last_move(mv));
        if !main {
            self.below(place, &after, Some(mv));
        }
        self.put("</div>\n</details>");
        (place, after, Some(mv))
    }

    /// Draws a board with the shapes drawn so far.
    fn draw(&mut self, board: &Diagram<'_>) {
        self.out.push_str(&self.shapes.svg(board));
    }
}

/// The head of a fold: the move in both notations, and a remark.
fn head(pos: &Position, mv: Move, last: Option<Move>, open: bool, main: bool, remark: &str) -> String {
    let (open, main) = (if open { " open" } else { "" }, if main { " class=\"main\"" } else { "" });
    let words = escaped(&japanese(pos, &[mv], last).concat());
    format!("<details{main}{open}><summary>{words} <span class=\"usi\">{mv}</span> {remark}</summary>")
}

/// Escapes text for HTML, in an element or an attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let _ = match c {
            '&' => out.write_str("&amp;"),
            '<' => out.write_str("&lt;"),
            '>' => out.write_str("&gt;"),
            '"' => out.write_str("&quot;"),
            '\'' => out.write_str("&#39;"),
            c if c.is_control() => out.write_char('\u{fffd}'),
            c => out.write_char(c),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_tsume::Solver;

    fn tree(sfen: &str) -> std::sync::Arc<Tree> {
        let mut pos = sfen.parse().unwrap();
        Solver::builder().hash_mb(4).build().unwrap().solve(&mut pos).tree.expect("it is decided")
    }

    /// Names of the elements in the order of opening; all but those without an end are closed in order.
    fn elements(page: &str) -> Vec<String> {
        let (mut names, mut open) = (Vec::new(), Vec::new());
        for tag in page.split('<').skip(1).map(|part| part.split('>').next().unwrap()) {
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop().as_deref(), Some(name));
                continue;
            }
            let name = tag.split([' ', '/']).next().unwrap().to_owned();
            names.push(name.clone());
            if !tag.ends_with('/') && !["!DOCTYPE", "meta"].contains(&name.as_str()) {
                open.push(name);
            }
        }
        assert!(open.is_empty(), "{open:?}");
        names
    }

    /// `mate7_d0706` of `data/tsume/mates.sfen`.
    const MATE: &str = "l1s1k1B1l/4rsG2/3+B1g+Rp1/2p2p2p/p2sNn3/2P1P3P/PP1PsP3/1G2pG3/LN1K4L b 5Pn 1";

    /// A mate in 11.
    const ELEVEN: &str = "l+P3G2l/2R6/p2pppGpk/3s2p1p/5n1P1/1S1P2PKP/PPB1PP3/4+rG3/L2+s4L w B3Ngs2p 1";

    #[test]
    fn every_position_of_the_main_line_is_drawn_in_open_folds_and_the_rest_is_folded() {
        let tree = tree(MATE);
        let page = tree_page(&tree, "詰 <将棋> & \"more\"", 1_000);
        let names = elements(&page);
        assert!(!names.iter().any(|name| name == "script" || name == "img" || name == "link"), "{names:?}");
        assert!(page.contains("<h1>詰 &lt;将棋&gt; &amp; &quot;more&quot;</h1>"));
        let mut pos = tree.position().clone();
        assert!(page.contains(&format!("<title>{pos}</title>")));
        for mv in tree.line() {
            pos.do_move(mv);
            assert!(page.contains(&format!("<title>{pos}</title>")), "{mv}");
            assert!(page.contains(&format!("<span class=\"usi\">{mv}</span>")), "{mv}");
        }
        // Moves of the main line, and checks, are open: one fold is closed for each other reply.
        let closed = page.matches("<details><summary>").count();
        let main = page.matches("<details class=\"main\" open>").count();
        assert!(closed > 0 && main == tree.line().len(), "{closed} {main}");
        assert!(page.contains("まで詰み · mate") && !page.contains("cut off"));
        assert_eq!(page, tree_page(&tree, "詰 <将棋> & \"more\"", 1_000));
    }

    #[test]
    fn every_drawn_position_is_reached_by_legal_moves_and_every_reply_is_there() {
        // In the second, a board comes up with and without a lance in the defender's hand.
        for sfen in [MATE, "9/9/6Bnl/8k/4R2p1/9/9/9/9 b 2g2nl 1"] {
            let tree = tree(sfen);
            let page = tree_page(&tree, "x", 10_000);
            let drawn: std::collections::HashSet<&str> =
                page.split("<title>").skip(2).map(|part| part.split('<').next().unwrap()).collect();
            // Walk the proof itself: every position of it with all its replies is among the drawn ones.
            let mut open = vec![(tree.root(), tree.position().clone())];
            let mut seen = std::collections::HashSet::new();
            let mut replies = 0;
            while let Some((node, pos)) = open.pop() {
                if !seen.insert(pos.unnumbered()) {
                    continue;
                }
                let between = pos.after([tree.mating_move(node).unwrap()]);
                for reply in between.legal_moves() {
                    replies += 1;
                    let after = between.after([reply]);
                    let place = after.unnumbered();
                    assert!(drawn.iter().any(|sfen| sfen.starts_with(&place)), "{place}");
                    let branch = tree.branches(node).iter().find(|branch| branch.reply == reply).unwrap();
                    open.push((branch.node, after));
                }
            }
            assert!(replies > 5, "{replies}");
        }
    }

    #[test]
    fn a_long_line_is_nested_no_deeper_and_takes_little_room() {
        for sfen in [MATE, ELEVEN] {
            let tree = tree(sfen);
            let page = tree_page(&tree, "x", 1);
            let (mut open, mut deepest) = (0, 0);
            for tag in page.split('<') {
                open += i32::from(tag.starts_with("details")) - i32::from(tag.starts_with("/details"));
                deepest = deepest.max(open);
            }
            assert_eq!(deepest, 2, "a reply that is not of the line, in its check");
            let boards = page.matches("<svg").count();
            assert!(boards > tree.line().len(), "{boards}");
            assert!(page.len() < 12_000 + 1_100 * boards, "{} {boards}", page.len());
        }
    }

    #[test]
    fn large_trees_are_cut_off_and_say_so_and_no_mates_are_shown_too() {
        let tree = tree(ELEVEN);
        let page = tree_page(&tree, "x", 1);
        elements(&page);
        assert!(page.contains("cut off") && page.contains("what follows is left away"));
        assert!(tree.line().iter().all(|mv| page.contains(&format!("<span class=\"usi\">{mv}</span>"))));
        assert!(tree_page(&tree, "x", 200).len() > page.len());
        let page = tree_page(&self::tree("9/7kp/R8/6P2/9/9/9/b8/9 b rb4g4s4n4l16p 1"), "x", 50);
        elements(&page);
        for place in page.split("href=\"#").skip(1).map(|part| part.split('"').next().unwrap()) {
            assert!(page.contains(&format!("id=\"{place}\"")), "{place}");
        }
        assert!(page.contains("不詰 · no mate by checks alone") && page.contains("no check is left"));
    }
}
