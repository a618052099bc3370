//! Checks that parts of the mate solver keep its answers right, for tests of your own.
//!
//! They are ordinary functions that panic where something is wrong and say where; what is not called costs nothing.

use komadai_core::Position;

use crate::checker::{self, Claim};
use crate::{CyclePolicy, DfpnHeuristic, Solver, Verdict};

/// Problems and whether they are mates: short mates from games, a king that only futile interpositions shield, endless checks.
const PROBLEMS: [(&str, bool); 7] = [
    ("6sR1/1+B4g1l/p4p1gk/1pl3p1p/3P1n1P1/P1PKPNP1P/2NSSS3/1b2G4/+p8 b RG2Pn2l3p 1", true),
    ("l2g2s1l/1r6k/p1n1G2sn/1pp1+BR2p/3p2P2/2P1B3P/PP1PPPN2/1SG6/LN2KG2L b 5Ps 1", true),
    ("l2B5/4G+R3/2n2s3/p1ppp1P2/4PS2p/1pkP5/B4G2P/1Gg+s1K3/LN6L b RS2N7Plp 1", true),
    ("9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1", true),
    ("9/7kp/R8/6P2/9/9/9/b8/9 b rb4g4s4n4l16p 1", false),
    ("8k/9/6+R2/9/9/9/9/9/9 b - 1", false),
    ("8k/9/6+R2/9/9/9/9/9/9 b P 1", false),
];

/// Solves some problems with a heuristic and a cycle policy, within `nodes` nodes each: no verdict may be wrong, and the checker must
/// accept the certificate of every mate and no-mate. What the limit leaves open is no fault. Returns how many were decided.
///
/// ```
/// use komadai_tsume::{DependenceTable, Unit, testing};
///
/// assert!(testing::assert_answers_hold(Unit, DependenceTable::default(), 100_000) > 0);
/// ```
///
/// # Panics
///
/// At a wrong verdict or a certificate that is refused: with the problem.
pub fn assert_answers_hold<H: DfpnHeuristic, C: CyclePolicy>(heuristic: H, cycles: C, nodes: u64) -> usize {
    let builder = Solver::builder().hash_mb(4).nodes(nodes).heuristic(heuristic).cycles(cycles);
    let mut solver = builder.build().expect("4 MB can be had");
    let mut decided = 0;
    for (sfen, mate) in PROBLEMS {
        let mut pos: Position = sfen.parse().expect("the problems are positions");
        solver.clear();
        let solution = solver.solve(&mut pos);
        let claim = match solution.verdict {
            Verdict::Mate { .. } => Claim::Mate,
            Verdict::NoMate => Claim::NoMate,
            Verdict::Unknown => continue,
        };
        assert!((claim == Claim::Mate) == mate, "{claim:?}, which is wrong: {sfen}");
        let tree = solution.tree.expect("an answer comes with its tree");
        let mut bytes = Vec::new();
        tree.write_certificate(&mut bytes).expect("a vector can be written");
        let checked = checker::check(bytes.as_slice());
        assert!(checked.as_ref().is_ok_and(|checked| checked.claim == claim), "{checked:?}: {sfen}");
        decided += 1;
    }
    decided
}
