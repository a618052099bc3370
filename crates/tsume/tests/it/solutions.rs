//! Solutions of composed problems against their definition, from the lengths of all positions by enumeration.

use crate::common::{lengths, position};
use crate::length_reference::Definition;
use komadai_core::{Move, Position};
use komadai_tsume::Length;
use komadai_tsume::LengthRule::Traditional;

/// Plies of the solution from a position of the attacker, if there is one: of the checks that mate soonest, it takes the one with the
/// shortest line without leftovers. A check with no such line comes before all others.
fn by_definition(lengths: &mut Definition, pos: &Position) -> Option<usize> {
    let plies = lengths.shortest(pos, 7).unwrap_or_else(|| panic!("{pos} is a mate in seven"));
    let mut checks: Vec<Position> =
        pos.legal_moves().iter().filter(|mv| pos.gives_check(**mv)).map(|&mv| pos.after([mv])).collect();
    checks.retain(|checked| lengths.mates(checked, plies - 1));
    let longest = checks.iter().map(|checked| longest_by_definition(lengths, checked, plies - 1));
    longest.min().expect("a check mates")
}

/// Plies of the longest line without leftovers, the check before it included, against the replies that count.
fn longest_by_definition(lengths: &mut Definition, pos: &Position, left: usize) -> Option<usize> {
    let attacker = !pos.side_to_move();
    let counted = lengths.counted(pos, left);
    if counted.is_empty() {
        return pos.hand(attacker).is_empty().then_some(1);
    }
    let lines = counted.iter().filter_map(|replied| by_definition(lengths, replied));
    lines.max().map(|plies| plies + 2)
}

/// Short mates with no more pieces in hand than the mate needs, so that some have a solution.
const MATES: [&str; 9] = [
    // A check that mates in three by tests of interpositions alone leaves pieces over: it is no alternative.
    "9/4kS1R1/9/9/9/9/9/9/9 b RSb4gs4n3l4p 1",
    "6sR1/1+B4g1l/p4p1gk/1pl3p1p/3P1n1P1/P1PKPNP1P/2NSSS3/1b2G4/+p8 b Grn2l5p 1",
    "l4kb1l/4g1p2/pSnp1N+Pp1/5p2p/1p1PP4/4SPg1P/PP2B1n2/1+s+rSKN+r2/L4g2L w G4P 1",
    "l7l/9/p1+B2p1S1/2pgPP1pp/Pn3Bp2/2P1G3P/1P1KGsk2/3G5/L2+n1+r2L w R2S2N6P 1",
    "ln5k1/4r3s/p4gp1l/2pg3pp/1p1p5/2PP1+b2P/PP3+s3/2K6/LN3GNBL w RSN6Pgs 1",
    "ln2G2n+b/3k1s3/3ps+R2+P/p1p1p4/3P1pP2/1BP1P1p2/PP1S1Pn2/2G1G1S2/1N2K3L b RG2l4p 1",
    "l2G1S1nl/5p3/p2+B1k1p1/1r4p1p/2p2GbN1/2PPP3P/PG1g1+s3/1K1S5/LN4+r1L w SN7P 1",
    "1+P3sR1l/3g1k3/n+B1pp3p/2p2p1p1/5n3/4PS3/2PP1P2P/2+pSK4/+lN2G1RNL b Gbgsl5p 1",
    "l1g6/5k3/ppn3gpl/1ls6/2P5p/P1pS5/1P1N2+r2/1S1K5/LN6+s w R2BG10Pgn 1",
];

#[test]
fn an_interposition_that_lengthens_the_mate_is_part_of_the_solution() {
    let measured =
        lengths(1, 200_000).measure(&mut position("9/9/9/9/r8/b8/9/K8/L8 w B4G4S4N3L18Pr 1"), Traditional);
    let words: Vec<String> = measured.without_leftovers.iter().map(Move::to_string).collect();
    assert_eq!(words, ["9f7h+", "P*9g", "R*8h"]);
}

#[test]
fn solutions_of_short_mates_are_those_of_the_definition() {
    let (mut with, mut without, mut shorter) = (0, 0, 0);
    for mate in MATES {
        let mut pos = position(mate);
        let measured = lengths(4, 10_000_000).measure(&mut pos, Traditional);
        let mut definition = Definition::of(Traditional);
        let plies = definition.shortest(&pos, 7).map(|plies| Length::Exact(plies as u16));
        assert_eq!(Some(measured.length), plies, "{pos}");
        let expected = by_definition(&mut definition, &pos);
        let found = measured.without_leftovers.len();
        assert_eq!(found, expected.unwrap_or(0), "{pos}");
        with += u32::from(expected.is_some());
        without += u32::from(expected.is_none());
        shorter += u32::from(expected.is_some() && found < measured.line.len());
    }
    assert!(with > 0 && without > 0 && shorter > 0, "{with} with ({shorter} shorter), {without} without");
}
