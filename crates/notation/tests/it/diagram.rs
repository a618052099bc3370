//! Diagrams: texts are aligned, pictures are valid XML and show each piece on its square.

use komadai_core::Position;
use komadai_notation::diagram::{Diagram, SharedShapes};

fn position(sfen: &str) -> Position {
    sfen.parse().unwrap()
}

#[test]
fn start_position_in_kanji_is_the_diagram_of_kif_files() {
    let expected = "\
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|一
| ・v飛 ・ ・ ・ ・ ・v角 ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
先手の持駒：なし
";
    assert_eq!(Diagram::of(&Position::startpos()).kanji(), expected);
}

#[test]
fn every_board_line_is_equally_wide_in_both_scripts() {
    // Columns in a terminal: one for ASCII, two for what these diagrams use otherwise.
    let columns = |line: &str| line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
    let pos = position("l2+R2snl/9/2+Ppk1+bp1/9/9/4P4/PP2+p+s3/4K4/+lN5NL b RB2G2S9P2gn 77");
    let diagram = Diagram::of(&pos);
    for (text, bar, width) in [(diagram.kanji(), "|", 31), (diagram.letters(), " |", 32)] {
        let rows: Vec<_> = text.lines().filter(|line| line.starts_with(bar)).map(columns).collect();
        assert_eq!(rows, [width; 9], "{text}");
    }
    assert!(diagram.letters().contains(" | l  .  . +R  .  .  s  n  l | a"));
}

#[test]
fn hands_are_listed_strongest_first_with_counts() {
    let pos = position("4k4/9/9/9/9/9/9/9/4K4 w 2RBG8Pb2n10p 2");
    let diagram = Diagram::of(&pos).caption("次の一手");
    for (text, first, last) in [
        (
            diagram.kanji(),
            "後手の持駒：角　桂二　歩十\n",
            "先手の持駒：飛二　角　金　歩八\n後手番\n次の一手\n",
        ),
        (
            diagram.letters(),
            "White in hand: B 2N 10P\n",
            "Black in hand: 2R B G 8P\nWhite to move\n次の一手\n",
        ),
    ] {
        assert!(text.starts_with(first) && text.ends_with(last), "{text}");
    }
}

/// Colour of the stands.
const STAND: &str = "#dba95f";
/// Colour of the square that the last move led to, and of the mover's dot.
const TARGET: &str = "#f08c2e";

/// Reads the tags and checks that they nest, quote and close; returns how many elements of a name there are.
fn count(xml: &str, wanted: &str) -> usize {
    let (mut count, mut open, mut rest) = (0, Vec::new(), xml);
    while let Some(at) = rest.find('<') {
        assert!(!rest[..at].contains('>'), "a stray > in {:?}", &rest[..at]);
        let end = rest.find('>').unwrap();
        let tag = &rest[at + 1..end];
        assert!(!tag.contains('<') && tag.matches('"').count().is_multiple_of(2), "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            let name = tag.split([' ', '/']).next().unwrap();
            count += usize::from(name == wanted);
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
    for entity in xml.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
        assert!(known.iter().any(|known| entity.starts_with(known)), "{entity}");
    }
    count
}

/// The middle of a square, in pixels, moved by `moved`.
fn at(file: u8, rank: u8, moved: (f32, f32)) -> String {
    let (x, y) = (150.0 + 44.0 * (9.5 - f32::from(file)), 40.0 + 48.0 * (f32::from(rank) - 0.5));
    format!("translate({} {})", x + moved.0, y + moved.1)
}

#[test]
fn every_piece_is_drawn_once_and_whites_stand_upside_down() {
    let svg = Diagram::of(&Position::startpos()).svg();
    assert_eq!(count(&svg, "path"), 40 + 3);
    let turned = svg.lines().filter(|line| line.starts_with("<g") && line.contains("rotate(180)"));
    assert_eq!(turned.count(), 20);
    assert_eq!(svg.matches(">歩<").count(), 18);
    let king = svg.lines().find(|line| line.contains(">玉<") && line.contains("rotate")).unwrap();
    assert!(king.contains(&at(5, 1, (0.0, 0.0))), "{king}");
    // Of pieces in hand, one of each kind and its count.
    let pos = position("4k4/9/9/9/9/9/9/9/4K4 w 2RB4G4S4N4L18Pb 1");
    let svg = Diagram::of(&pos).svg();
    assert_eq!(count(&svg, "path"), 2 + 7 + 1 + 3);
    assert!(svg.contains(">18</text>") && svg.contains(">2</text>"));
}

#[test]
fn a_board_alone_has_no_stands_and_a_bar_has_each_colour_with_its_meaning() {
    let pos = Position::startpos();
    let bar = [("#0072b2", "−4"), ("#fff", ""), ("red", "<")];
    let svg = Diagram::of(&pos).without_stands().colour_bar(bar).svg();
    assert_eq!(count(&svg, "circle"), 4, "the dot of the mover is no star point");
    assert!(!svg.contains(STAND) && !svg.contains(TARGET), "{svg}");
    for part in [">−4</text>", ">&lt;</text>", r##"fill="#0072b2""##, r#"width="464""#] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
    assert!(Diagram::of(&pos).svg().contains(STAND));
}

#[test]
fn highlights_lie_on_their_squares() {
    let pos = Position::startpos();
    assert_eq!(Diagram::of(&pos).svg().matches(TARGET).count(), 1, "only the dot of the mover");
    let diagram = Diagram::of(&pos).last_move("7g7f".parse().unwrap());
    let svg = diagram.mark("5e".parse().unwrap(), "#56b4e9").svg();
    count(&svg, "");
    for (file, rank, colour) in [(7, 7, "#fcf0b9"), (7, 6, TARGET), (5, 5, "#56b4e9")] {
        let at = at(file, rank, (-22.0, -24.0));
        let wanted = format!(r#"<g transform="{at}"><rect width="44" height="48" fill="{colour}"/></g>"#);
        assert!(svg.contains(&wanted), "{file} {rank}");
    }
}

#[test]
fn long_captions_are_broken_and_nothing_of_them_is_lost() {
    let picture = |caption: &str| Diagram::of(&Position::startpos()).caption(caption).svg();
    let lines = |caption: &str| -> Vec<String> {
        let svg = picture(caption);
        let texts = svg.lines().filter(|line| line.contains(r#"font-size="18""#));
        texts.map(|line| line.split(['>', '<']).nth(2).unwrap().to_owned()).collect()
    };
    let long = "K8h and G on each square, centipawns for Black (blue -65.6, white 0, vermilion +65.6)";
    assert_eq!((lines(long).len(), lines(long).join(" ").as_str()), (2, long));
    let kanji = "王".repeat(80);
    assert_eq!((lines(&kanji).len(), lines(&kanji).concat()), (3, kanji));
    assert_eq!(lines(" one line "), ["one line"]);
    let height = |caption: &str| {
        let svg = picture(caption);
        svg.split("height=\"").nth(1).unwrap().split('"').next().unwrap().parse::<f32>().unwrap()
    };
    assert!((height(long) - height("short") - 24.0).abs() < 0.01);
    assert!((height("") - 500.0).abs() < 0.01);
}

#[test]
fn pictures_of_a_page_share_what_they_have_in_common() {
    let (mut shapes, mut pos) = (SharedShapes::default(), Position::startpos());
    let mut page = String::new();
    for mv in ["7g7f", "3c3d", "8h2b+", "3a2b"] {
        pos.do_move(mv.parse().unwrap());
        page += &shapes.svg(&Diagram::of(&pos).last_move(mv.parse().unwrap()));
    }
    count(&page, "");
    // Every shape is defined once, before it is referred to.
    let ids: Vec<&str> = page.split(" id=\"").skip(1).map(|part| part.split('"').next().unwrap()).collect();
    for (i, id) in ids.iter().enumerate() {
        assert!(!ids[..i].contains(id), "{id}");
    }
    for (at, _) in page.match_indices("href=\"#") {
        let id = page[at + 7..].split('"').next().unwrap();
        assert!(page[..at].contains(&format!("id=\"{id}\"")), "{id}");
    }
    // White's two stands differ by the side to move and by the bishop; eight plain kinds of each colour and one horse are drawn.
    assert_eq!(page.matches(">歩</text>").count(), 2);
    assert_eq!(page.matches(">馬</text>").count(), 1);
    assert!(page.len() < 30_000, "{}", page.len());
}

#[test]
fn text_from_outside_cannot_break_the_markup() {
    let pos = Position::startpos();
    let evil = "\"><script>alert('1')</script>&\u{0}\u{b}";
    let svg = Diagram::of(&pos).caption(evil).mark("1a".parse().unwrap(), evil).svg();
    assert_eq!(count(&svg, "script"), 0);
    assert!(svg.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;\u{fffd}\u{fffd}"));
}
