//! Futile interpositions: positions on which people and programs have disagreed, and the field's answers.

use crate::common::truth::random_problem;
use crate::common::{assert_mates, end_of, lengths, position};
use komadai_core::rng::SplitMix64;
use komadai_core::{Move, Position};
use komadai_tsume::{Length, LengthRule, Lengths};

/// Exact and traditional length.
fn both(sfen: &str) -> (Length, Length) {
    let (mut pos, mut lengths) = (position(sfen), lengths(1, 200_000));
    (lengths.length(&mut pos, LengthRule::EveryPly), lengths.length(&mut pos, LengthRule::Traditional))
}

#[test]
fn futile_drops_do_not_count_and_others_do() {
    for (sfen, traditional) in [
        // KomoringHeights, issue 8, "(a) in the narrow sense": a lance from afar mates at once although every square between can be
        // filled; eleven plies without the drop on 1c, which changes nothing later in the line.
        ("7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1", 1),
        ("6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1", 11),
        // shtsume, issue 15, cases A1, A2, B1, B2: the square of the drop is guarded only by a pinned piece.
        ("3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1", 1),
        ("3+R3sk/8p/7P1/9/9/9/9/9/8B b rb4g3s4n4l16p 1", 1),
        ("3+R3nk/9/5p1G1/9/9/9/8p/9/8L b 16p3l3n4s3g2br 1", 1),
        ("3+R3bk/9/5p1G1/9/9/9/8p/9/8L b 16p3l4n4s3gbr 1", 1),
        // sugyan/tsumeshogi-solver, issue 20: G*3i, 1i, 1g ends before any interposition against the rook.
        ("9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", 3),
    ] {
        assert_eq!(both(sfen).1, Length::Exact(traditional), "{sfen}");
    }
    // shtsume, issue 14: a pawn on 5e or on 5c draws the slider from its post, and there is no mate in one.
    for sfen in
        ["9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1", "4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1"]
    {
        assert_ne!(both(sfen).1, Length::Exact(1), "{sfen}");
    }
}

#[test]
fn reported_pairs_have_both_lengths() {
    // Exact lengths as KomoringHeights finds them, traditional ones as shtsume and maou do.
    for (sfen, exact, traditional) in [
        ("5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", 5, 3),
        ("9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1", 7, 3),
        ("9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1", 15, 1),
        ("8k/R7s/g5N2/1R7/8L/4+b4/9/9/9 b b3g3s3n3l18p 1", 13, 1),
        ("8l/7sk/7R1/6B2/9/8b/9/9/9 b Sr4g2s4n3l18p 1", 5, 3),
    ] {
        assert_eq!(both(sfen), (Length::Exact(exact), Length::Exact(traditional)), "{sfen}");
    }
}

#[test]
fn an_interposition_without_which_the_mate_would_be_shorter_counts() {
    for (sfen, plies) in [
        // The pawn on 5c blocks the lance: once it is taken, the king can step to 5a. Without it 5e4d mates.
        ("ln1g3+B1/1rsk5/2pp3g1/p3L1p2/4B3p/1pP3P2/PP1PP3+r/6S+p1/LNSGK1GP1 b S2N3Plp 1", 5),
        // The gold on 4h lures the rook, which the king takes.
        ("ln5+Pl/1+N2G2B1/p2pP1pp1/3sp2kp/2P6/3Ps3P/P4PP2/1+bSSK1R+r1/L5gNL w G2Pgn2p 1", 7),
        // Two mates of nine plies, of which five and seven seemed enough: the fault lies in a variation.
        ("ln2k4/1r1sl3R/p3gG3/2Pp1pp2/5n3/PPpPp2P1/4PPSp1/2GB2S+l1/L+p2KG3 b Sb2n3p 1", 9),
        ("1+R4snl/3g2k2/p3ppsL1/3p3pp/4P1n2/1P3PG2/1+r2S3P/4+n4/2PP2K2 w BGSNbg2l6p 1", 9),
    ] {
        assert_eq!(both(sfen), (Length::Exact(plies), Length::Exact(plies)), "{sfen}");
        let measured = lengths(1, 200_000).measure(&mut position(sfen), LengthRule::Traditional);
        assert_eq!((measured.length, measured.line.len()), (Length::Exact(plies), plies.into()), "{sfen}");
    }
}

/// Whether every reply to the attacker's last move is among the listed futile interpositions.
fn is_in_vain(pos: &Position, moves: &[Move], lengths: &mut Lengths) -> bool {
    let list = lengths.futile_interpositions(pos, moves).expect("there are plenty of nodes");
    let squares = list.last().filter(|futile| futile.ply == moves.len()).map(|futile| &futile.squares);
    let replies = end_of(pos, moves).legal_moves();
    replies
        .iter()
        .all(|reply| reply.is_drop() && squares.is_some_and(|squares| squares.contains(&reply.to())))
}

/// Length, line and listed interpositions follow one definition: the line has as many moves as the length, plays nothing that is listed,
/// and ends where, not before, all replies left to the defender are listed.
#[test]
fn length_line_and_futile_squares_agree() {
    // In the first four, a check mates in time only by the tests of interpositions; another check keeps to the length.
    let late = [
        "9/4kS1R1/9/9/9/9/9/9/9 b RSb4gs4n3l4p 1",
        "5G3/6k2/8R/3S5/9/9/9/9/9 b BLPrb3s4n 1",
        "7p+r/+s+sS5P/4k4/p2p4L/+p1GG4p/L4p1+P1/n3p4/2+p2b3/2P5+b b 2GNL3Pn4p 1",
        "3Sp1p1K/9/1Pg6/p4+p3/2p2P1+p1/2G5p/4+pG2+P/4+L4/5+l3 w G2SNL3P2rbsn4p 1",
        "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1",
    ];
    let mut rng = SplitMix64::new(1);
    let drawn = std::iter::repeat_with(|| random_problem(&mut rng)).flatten().take(1_000);
    let mut lengths = lengths(4, 100_000);
    let (mut long, mut listed) = (0, 0);
    for mut pos in late.map(position).into_iter().chain(drawn) {
        let Length::Exact(plies @ ..=9) = lengths.length(&mut pos, LengthRule::EveryPly) else { continue };
        let line = lengths.measure(&mut pos, LengthRule::EveryPly).line;
        assert_mates(&pos, &line, "every ply counted");
        assert_eq!(line.len(), usize::from(plies), "{pos}");
        let measured = lengths.measure(&mut pos, LengthRule::Traditional);
        assert_eq!(measured.length, Length::Exact(measured.line.len() as u16), "{pos}: {:?}", measured.line);
        for ply in (1..=measured.line.len()).step_by(2) {
            let moves = &measured.line[..ply];
            assert_eq!(is_in_vain(&pos, moves, &mut lengths), ply == measured.line.len(), "{pos}: {moves:?}");
        }
        let list = lengths.futile_interpositions(&pos, &measured.line).expect("there are plenty of nodes");
        for futile in &list {
            let reply = measured.line.get(futile.ply);
            let played = reply.is_some_and(|mv| mv.is_drop() && futile.squares.contains(&mv.to()));
            assert!(!played, "{pos}: {:?}, {futile:?}", measured.line);
        }
        long += u32::from(measured.line.len() > 1);
        listed += u32::from(!list.is_empty());
    }
    assert!(long > 4 && listed > 4, "{long} {listed}");
}
