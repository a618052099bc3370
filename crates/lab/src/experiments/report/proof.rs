//! A mate and its proof, for the pictures of the page.

use komadai_core::Position;
use komadai_core::notation::diagram::Diagram;
use komadai_report::{Failure, words};
use komadai_tsume::Solver;

/// `mate7_d0706` of `data/tsume/mates.sfen`.
const MATE: &str = "l1s1k1B1l/4rsG2/3+B1g+Rp1/2p2p2p/p2sNn3/2P1P3P/PP1PsP3/1G2pG3/LN1K4L b 5Pn 1";

/// The first and the last board of a mate, as SVG, and what lies between.
pub(super) struct Proof {
    pub(super) start: String,
    pub(super) end: String,
    pub(super) plies: u32,
    /// The moves of the main line.
    pub(super) line: String,
    /// Positions of the attacker in the tree.
    pub(super) positions: usize,
}

impl Proof {
    /// Solves the problem: some thousand nodes.
    pub(super) fn solve() -> Result<Proof, Failure> {
        let mut pos: Position = MATE.parse()?;
        let tree = Solver::builder()
            .hash_mb(4)
            .build()?
            .solve(&mut pos)
            .tree
            .ok_or("the mate of the page is not found")?;
        let line = tree.line();
        let start = Diagram::of(&pos).svg();
        let words = words::japanese(&pos, &line, None).join(" ");
        for &mv in &line {
            pos.do_move(mv);
        }
        let last = *line.last().ok_or("a mate without a move")?;
        Ok(Proof {
            start,
            end: Diagram::of(&pos).last_move(last).svg(),
            plies: tree.plies(tree.root()).ok_or("a mate without a length")?,
            line: words,
            positions: tree.len(),
        })
    }
}
