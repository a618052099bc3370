//! The 21 categories of TACOS, in the order in which it makes moves \[R3\].

use komadai_core::Move;

use super::{Classifier, NodeFeatures, TestedMove, predicates};
use crate::node::Node;

/// The 21 categories of the program TACOS (thesis 000, figure 3.5).
///
/// The thesis gives order and names, and points to another paper for the rest (its reference 13). Each predicate says
/// what exactly belongs to its category; where the names leave it open (tesuji, the tables of formation and place,
/// their best move) the predicate is ours.
///
/// | | category | | | category | |
/// |--:|---|---|--:|---|---|
/// | 1 | answer to a check | 王手防ぎ | 12 | shuts a line | 飛び利き防ぎ |
/// | 2 | answer to a mate threat | 詰めろ防ぎ | 13 | even exchange | 交換 |
/// | 3 | takes back | 直前に動いた駒を取る | 14 | disturbs their threat | 相手の最善手を妨害 |
/// | 4 | takes the dearest piece | 最も価値の高い駒を取る | 15 | tesuji | 手筋 |
/// | 5 | winning capture | 得になる駒取り | 16 | covers own king | 自玉周に利きを増やす |
/// | 6 | promotion | 成り | 17 | improves the formation | 駒組み表の値を増やす |
/// | 7 | safe check | 損しない王手 | 18 | attack | 攻撃 |
/// | 8 | saves the dearest piece | 最も価値の高い駒が逃げる | 19 | presses their king | 相手玉周に利きを増やす |
/// | 9 | interposition | 合駒 | 20 | improves a place | 絶対値表の値を増やす |
/// | 10 | guards the dearest piece | 守り | 21 | other | 他 |
/// | 11 | shuts a line to the king | 自玉への飛び利き防ぎ | | | |
///
/// ```
/// use komadai_core::Position;
/// use komadai_search::Node;
/// use komadai_search::policy::category::{Classifier, Tacos};
///
/// let pos: Position = "k8/9/4g4/4P4/9/9/9/9/K8 b - 1".parse()?;
/// let category = Tacos.classify(&Node::new(&pos), "5d5c+".parse()?);
/// assert_eq!((category, Tacos::NAMES[category]), (3, "takes the dearest piece"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tacos;

/// A predicate of one category.
type Fits = fn(&TestedMove<'_>) -> bool;

/// `[category]`: name and predicate; what fits none is the last category, "other".
const CATEGORIES: [(&str, Fits); 20] = [
    ("answer to a check", predicates::answers_check),
    ("answer to a mate threat", predicates::escapes_mate),
    ("takes back", predicates::takes_back),
    ("takes the dearest piece", predicates::takes_dearest),
    ("winning capture", predicates::wins),
    ("promotion", predicates::promotes),
    ("safe check", predicates::checks_safely),
    ("saves the dearest piece", predicates::saves_dearest),
    ("interposition", predicates::interposes),
    ("guards the dearest piece", predicates::guards_dearest),
    ("shuts a line to the king", predicates::shuts_line_to_king),
    ("shuts a line", predicates::shuts_line),
    ("even exchange", predicates::exchanges),
    ("disturbs their threat", predicates::disturbs_threat),
    ("tesuji", predicates::is_tesuji),
    ("covers own king", predicates::covers_own_king),
    ("improves the formation", predicates::improves_formation),
    ("attack", predicates::attacks),
    ("presses their king", predicates::presses_their_king),
    ("improves a place", predicates::improves_place),
];

const NAMES: [&str; CATEGORIES.len() + 1] = {
    let mut names = ["other"; CATEGORIES.len() + 1];
    let mut n = 0;
    while n < CATEGORIES.len() {
        names[n] = CATEGORIES[n].0;
        n += 1;
    }
    names
};

impl Tacos {
    /// The category of a move under test.
    #[inline]
    pub(in crate::policy) fn category_of(tested: &TestedMove<'_>) -> usize {
        CATEGORIES.iter().position(|(_, fits)| fits(tested)).unwrap_or(CATEGORIES.len())
    }
}

impl Classifier for Tacos {
    const NAMES: &'static [&'static str] = &NAMES;
    type View = NodeFeatures;

    fn look(&self, at: &Node<'_>) -> NodeFeatures {
        NodeFeatures::new(at)
    }

    #[inline]
    fn category(&self, node: &NodeFeatures, at: &Node<'_>, mv: Move) -> usize {
        let tested = TestedMove::new(node, at.pos, mv);
        tested.map_or(CATEGORIES.len(), |tested| Tacos::category_of(&tested))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::{Position, Setup, random};

    #[test]
    fn both_sides_are_treated_alike() {
        let mut rng = komadai_core::rng::SplitMix64::new(3);
        let mut pos = Position::startpos();
        let mut seen = [0u32; NAMES.len()];
        for _ in 0..400 {
            let Some(next) = random::legal_move(&mut rng, &pos) else {
                pos = Position::startpos();
                continue;
            };
            let turned = Position::new(&Setup::from(&pos).turned()).unwrap();
            let (at, other) = (Node::new(&pos), Node::new(&turned));
            let (node, mirror) = (Tacos.look(&at), Tacos.look(&other));
            for mv in &pos.legal_moves() {
                let category = Tacos.category(&node, &at, mv);
                // A glance may find another of several equal threats; the rest of the order is the same.
                if node.threat.map(|t| (t.from.turned(), t.to.turned()))
                    == mirror.threat.map(|t| (t.from, t.to))
                    && node.mate.map(Move::turned) == mirror.mate
                    && node.endangered.map(komadai_core::Square::turned) == mirror.endangered
                {
                    assert_eq!(category, Tacos.category(&mirror, &other, mv.turned()), "{mv} in {pos}");
                }
                seen[category] += 1;
            }
            pos.do_move(next);
        }
        // No move takes back here: the last move is not given.
        for (name, count) in NAMES.iter().zip(seen) {
            assert_eq!(count == 0, *name == "takes back", "{name}: {count}");
        }
    }
}
