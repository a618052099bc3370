//! Checks, for your own tests, that parts of the mate solver keep its answers right.
//!
//! They are ordinary functions that panic if something is wrong and say where; they cost nothing unless called.

use komadai_core::random;
use komadai_core::rng::SplitMix64;

use crate::checker::{self, Claim};
use crate::{CyclePolicy, DfpnHeuristic, Solver};

/// Problems and whether they are mates: short mates from games, a king that only futile interpositions shield, endless checks, and mates
/// where a no-mate that holds on one path alone misleads on another.
const PROBLEMS: [(&str, bool); 10] = [
    ("6sR1/1+B4g1l/p4p1gk/1pl3p1p/3P1n1P1/P1PKPNP1P/2NSSS3/1b2G4/+p8 b RG2Pn2l3p 1", true),
    ("l2g2s1l/1r6k/p1n1G2sn/1pp1+BR2p/3p2P2/2P1B3P/PP1PPPN2/1SG6/LN2KG2L b 5Ps 1", true),
    ("l2B5/4G+R3/2n2s3/p1ppp1P2/4PS2p/1pkP5/B4G2P/1Gg+s1K3/LN6L b RS2N7Plp 1", true),
    ("9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1", true),
    ("9/7kp/R8/6P2/9/9/9/b8/9 b rb4g4s4n4l16p 1", false),
    ("8k/9/6+R2/9/9/9/9/9/9 b - 1", false),
    ("8k/9/6+R2/9/9/9/9/9/9 b P 1", false),
    ("8k/9/7+Ss/9/3+B5/9/1n7/9/9 b P3p 1", true),
    ("7k1/9/6+B+Ss/9/9/9/1n7/9/9 b P4p 1", true),
    ("1+B3B3/1R7/kLs6/9/2n6/9/9/3L5/9 b 2P 1", true),
];

/// Solves problems and random positions near mate with a heuristic and a cycle policy, within `nodes` nodes each:
///
/// - No verdict may be wrong, neither that of the search alone nor that with no-mates shown by trees, which catch wrong no-mates.
/// - The checker must accept the certificate of every mate and no-mate.
///
/// Positions that the limit leaves open are no fault. Returns how many were decided.
///
/// ```
/// use komadai_tsume::{DependenceTable, Unit, testing};
///
/// let decided = testing::assert_answers_hold(&Unit, DependenceTable::default, 1, 20, 100_000);
/// assert!(decided >= 10);
/// ```
///
/// # Panics
///
/// If a verdict is wrong or a certificate is refused. The message states the position, the verdict, and the truth or the checker's error.
pub fn assert_answers_hold<H: DfpnHeuristic + ?Sized, C: CyclePolicy>(
    heuristic: &H,
    cycles: impl Fn() -> C,
    seed: u64,
    positions: u32,
    nodes: u64,
) -> usize {
    let solver = |shows| {
        let builder = Solver::builder().hash_mb(4).nodes(nodes).show_no_mates(shows);
        builder.heuristic(heuristic).cycles(cycles()).build().expect("4 MB can be had")
    };
    let (mut shown, mut bare) = (solver(true), solver(false));
    let problems =
        PROBLEMS.map(|(sfen, mate)| (sfen.parse().expect("the problems are positions"), Some(mate)));
    let mut rng = SplitMix64::new(seed);
    let random = (0..positions).filter_map(|_| random::near_mate(&mut rng)).map(|pos| (pos, None));
    let mut decided = 0;
    for (mut pos, known) in problems.into_iter().chain(random) {
        shown.clear();
        bare.clear();
        let solution = shown.solve(&mut pos);
        let proved = solution.verdict.mates();
        if let Some(mate) = proved {
            let tree = solution.tree.expect("an answer comes with its tree");
            match checker::check(&tree.certificate().bytes[..]) {
                Ok(checked) if (checked.claim == Claim::Mate) == mate => decided += 1,
                Ok(_) => panic!("the certificate of {} claims the contrary: seed {seed}: {pos}", name(mate)),
                Err(error) => {
                    panic!("the certificate of {} is refused, {error}: seed {seed}: {pos}", name(mate))
                }
            }
        }
        for told in [proved, bare.solve(&mut pos).verdict.mates()].into_iter().flatten() {
            let truth = known.or(proved).unwrap_or(told);
            assert!(
                told == truth,
                "the verdict is {}, {} is true: seed {seed}: {pos}",
                name(told),
                name(truth)
            );
        }
    }
    decided
}

fn name(mate: bool) -> &'static str {
    if mate { "a mate" } else { "no mate" }
}
