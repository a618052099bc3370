//! Lengths against their definitions, taken word for word; the captured piece of a futile interposition is handed back by dividing the
//! hands anew. The judge shares no table, numbers or search with the code under test.
//!
//! (`certificates` holds exact lengths of random problems against a list of all positions.)

use std::collections::HashMap;

use crate::common::truth::put_in_hand;
use crate::common::{MATES, NEXTMOVES, PLENTY, REGRESSIONS, end_of, lengths, position, problems};
use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Hand, Move, PieceKind, Position, Setup, Square};
use komadai_tsume::{Length, LengthRule};

type Name = (u64, Hand, Hand);

fn name(pos: &Position) -> Name {
    (pos.board_key(), pos.hand(Color::Black), pos.hand(Color::White))
}

/// The definition of a length, for either rule, with a memory of answers.
pub(crate) struct Definition {
    counting: LengthRule,
    /// Positions through which no mate may pass.
    pub(crate) barred: Vec<Position>,
    known: HashMap<(Name, usize), Option<usize>>,
}

impl Definition {
    pub(crate) fn of(counting: LengthRule) -> Definition {
        Definition { counting, barred: Vec::new(), known: HashMap::new() }
    }

    /// The shortest mate of at most `most` plies, an odd number where the attacker is to move.
    pub(crate) fn shortest(&mut self, pos: &Position, most: usize) -> Option<usize> {
        if self.barred.iter().any(|other| other.same_position(pos)) {
            return None;
        }
        let asked = (name(pos), most);
        if let Some(&known) = self.known.get(&asked) {
            return known;
        }
        let found = if most % 2 == 1 {
            (1..=most).step_by(2).find(|&plies| {
                let moves = pos.legal_moves();
                moves.iter().any(|&mv| pos.gives_check(mv) && self.mates(&pos.after([mv]), plies - 1))
            })
        } else {
            self.defence(pos, most).map(|(plies, _)| plies)
        };
        self.known.insert(asked, found);
        found
    }

    /// Whether it is mate within so many plies, an odd number where the attacker is to move.
    pub(crate) fn mates(&mut self, pos: &Position, plies: usize) -> bool {
        self.shortest(pos, plies).is_some()
    }

    /// Where the defender is to move: plies of the mate, and those within which the test of an interposition must mate for it to be futile.
    ///
    /// Every reply is answered within some plies. If one that counts takes as many, that is the length. If only tests of interpositions
    /// do, these interpositions lengthen the mate, to as many plies as the first of them that takes as many or more.
    fn defence(&mut self, pos: &Position, most: usize) -> Option<(usize, Option<usize>)> {
        let (drops, moves): (Vec<Move>, Vec<Move>) =
            pos.legal_moves().iter().partition(|mv| mv.is_drop() && self.counting == LengthRule::Traditional);
        let mut longest = 0;
        for mv in moves {
            longest = longest.max(1 + self.shortest(&pos.after([mv]), most.checked_sub(1)?)?);
        }
        let mut lengthen: Vec<(Option<usize>, Option<usize>)> = Vec::new();
        for drop in drops {
            let replied = pos.after([drop]);
            let test = self.test(&replied, drop, most);
            if test.is_none_or(|test| test > longest) {
                let after = most.checked_sub(1).and_then(|left| self.shortest(&replied, left));
                lengthen.push((test, after.map(|plies| plies + 1)));
            }
        }
        let either = |&(test, plies): &(Option<usize>, Option<usize>)| test.into_iter().chain(plies).min();
        let mut within = longest;
        for drop in &lengthen {
            within = within.max(either(drop)?);
        }
        let is_longer = |test: Option<usize>| test.is_none_or(|test| test > within);
        if longest == within || lengthen.iter().any(|&(test, plies)| is_longer(test) && plies == Some(within))
        {
            return Some((within, Some(within)));
        }
        let late = lengthen.iter().filter(|(test, _)| *test == Some(within)).filter_map(|(_, plies)| *plies);
        Some((late.filter(|&plies| plies >= within).min()?, within.checked_sub(2)))
    }

    /// Plies of the mate after the best capture of an interposed piece, which is handed back.
    fn test(&mut self, replied: &Position, drop: Move, most: usize) -> Option<usize> {
        let moves = replied.legal_moves();
        let captures = moves.iter().filter(|mv| mv.to() == drop.to() && gives_check_itself(replied, **mv));
        captures.filter_map(|&mv| self.shortest(&handed_back(&replied.after([mv]), drop), most)).min()
    }

    /// The replies that count where the defender is mated in so many plies.
    pub(crate) fn counted(&mut self, pos: &Position, plies: usize) -> Vec<Position> {
        let (_, within) = self.defence(pos, plies).expect("the defender is mated");
        let mut counted = Vec::new();
        for reply in &pos.legal_moves() {
            let replied = pos.after([reply]);
            let may_be_futile = reply.is_drop() && self.counting == LengthRule::Traditional;
            // An interposition that would lengthen the mate still more is answered by its test.
            let futile = may_be_futile
                && (within.is_some_and(|most| self.test(&replied, reply, most).is_some())
                    || self.test(&replied, reply, plies).is_some() && !self.mates(&replied, plies - 1));
            if !futile {
                counted.push(replied);
            }
        }
        counted
    }
}

/// Whether the moved piece itself gives check, not only one behind it.
fn gives_check_itself(pos: &Position, mv: Move) -> bool {
    let mut alone = Setup::from(&pos.after([mv]));
    let piece = alone.board[mv.to().index()];
    let king = pos.king(!pos.side_to_move());
    for (index, square) in alone.board.iter_mut().enumerate() {
        let stays = index == mv.to().index() || Some(index) == king.map(Square::index);
        if !stays && square.is_some_and(|other| other.color() == pos.side_to_move()) {
            *square = None;
        }
    }
    piece.is_some() && Position::new(&alone).is_ok_and(|pos| pos.in_check())
}

/// The position after `reply` was dropped and captured, with the captured piece back in the defender's hand.
fn handed_back(pos: &Position, reply: Move) -> Position {
    let kind = reply.dropped().expect("an interposed piece comes from hand");
    let (mut back, attacker) = (pos.clone(), !pos.side_to_move());
    let hand = pos.hand(attacker);
    assert!(back.divide_hands(attacker, hand.with(kind, hand.count(kind) - 1).expect("it was taken")));
    back
}

/// Whether a length agrees with the definition, which was asked for mates of at most `most` plies.
fn agrees(found: Length, truth: Option<usize>, most: usize) -> bool {
    match found {
        Length::Exact(plies) => truth.map_or(usize::from(plies) > most, |truth| truth == usize::from(plies)),
        Length::AtLeast(plies) => truth.is_none() && usize::from(plies) > most,
        Length::NoMate => truth.is_none(),
        Length::Between { .. } => false,
    }
}

#[derive(Debug, Default)]
struct Tally {
    mates: usize,
    long: usize,
    futile: usize,
    no_mates: usize,
}

/// Positions near the end of published problems, as they are and with a piece taken from the attacker or from the
/// defender's board: there the defender holds many pieces, and interpositions are futile or not.
fn compare_endings(most: usize, variants: usize) -> Tally {
    let mut rng = SplitMix64::new(7);
    let mut tally = Tally::default();
    let mut lengths = lengths(1, 100_000);
    for problem in [MATES, NEXTMOVES, REGRESSIONS].into_iter().flat_map(problems) {
        let line = lengths.measure(&mut problem.pos.clone(), LengthRule::EveryPly).line;
        let ending = end_of(&problem.pos, &line[..line.len().saturating_sub(most)]);
        for variant in 0..variants {
            let pos = if variant == 0 { Some(ending.clone()) } else { changed(&ending, &mut rng) };
            let Some(pos) = pos else { continue };
            let truths = [LengthRule::EveryPly, LengthRule::Traditional].map(|counting| {
                let truth = Definition::of(counting).shortest(&pos, most);
                let measured = lengths.measure(&mut pos.clone(), counting);
                assert!(agrees(measured.length, truth, most), "{counting:?} {pos}: {measured:?}, {truth:?}");
                tally.mates += usize::from(truth.is_some());
                tally.no_mates += usize::from(truth.is_none());
                tally.long += usize::from(truth > Some(1));
                truth
            });
            tally.futile += usize::from(truths[1].is_some() && truths[0] != truths[1]);
        }
    }
    tally
}

/// The position with a random piece, kings aside, in the defender's hand.
fn changed(pos: &Position, rng: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::from(pos);
    let index = rng.below(81) as usize;
    let piece = setup.board[index].take().filter(|piece| piece.kind() != PieceKind::King)?;
    put_in_hand(&mut setup, !pos.side_to_move(), piece.kind().unpromoted())?;
    Position::new(&setup).ok()
}

#[test]
fn endings_of_published_problems_have_the_lengths_of_the_definitions() {
    let tally = compare_endings(3, 2);
    assert!(tally.mates > 80 && tally.long > 50 && tally.futile > 2 && tally.no_mates > 15, "{tally:?}");
}

#[test]
#[ignore = "minutes: cargo test --release -p komadai-tsume --test it length_reference -- --ignored --nocapture"]
fn endings_of_five_plies_have_the_lengths_of_the_definitions() {
    println!("{:?}", compare_endings(5, 12));
}

/// `nextmove9_d0861` of the collection that the problems are from, which gives it nine plies. By the definition it takes eleven.
#[test]
fn published_length_that_is_too_short_is_not_repeated() {
    let sfen = "3g3nl/5k3/2nppp3/5bsPp/2p3S2/2PP1P1pP/+p+r2P1P2/+l2SKG+s2/B+p2G2+rL w N3Pgnl 1";
    let mut pos = position(sfen);
    assert_eq!(Definition::of(LengthRule::EveryPly).shortest(&pos, 11), Some(11));
    assert_eq!(lengths(1, PLENTY).length(&mut pos, LengthRule::EveryPly), Length::Exact(11));
}

/// Endings with less and with more in the attacker's hand, in turn: the table holds results for one hand when another is asked about.
#[test]
fn endings_under_other_hands_have_the_lengths_of_the_definitions() {
    let mut lengths = lengths(1, 100_000);
    let (mut mates, mut no_mates) = (0, 0);
    let mates_of = |text| problems(text).into_iter().filter(|it| it.plies <= Some(5)).step_by(2);
    let of_five = [MATES, NEXTMOVES].into_iter().flat_map(mates_of).map(|it| (it.pos, 5));
    for (mut pos, most) in of_five.chain(LENGTHENED.map(|sfen| (position(sfen), 7))) {
        let (attacker, hand) = (pos.side_to_move(), pos.hand(pos.side_to_move()));
        let less =
            PieceKind::HAND.into_iter().filter_map(|kind| hand.with(kind, hand.count(kind).checked_sub(1)?));
        let hands: Vec<Hand> = [Hand::EMPTY].into_iter().chain(less).chain([hand]).collect();
        for held in hands {
            assert!(pos.divide_hands(attacker, held));
            let truth = Definition::of(LengthRule::Traditional).shortest(&pos, most);
            let found = lengths.length(&mut pos, LengthRule::Traditional);
            assert!(agrees(found, truth, most), "{pos}: {found:?}, {truth:?} by definition");
            (mates, no_mates) =
                (mates + usize::from(truth.is_some()), no_mates + usize::from(truth.is_none()));
        }
    }
    assert!(mates > 20 && no_mates > 20, "{mates} {no_mates}");
}

/// Mates of games that once got two plies too few: in a variation, an interposition was taken for futile although nothing else took as long.
const LENGTHENED: [&str; 2] = [
    "l4k3/4sp3/3B2+N1R/pr1pg1p1l/2P5p/P1S1PP3/1P1P5/4K1P2/LN5gL b BG2N2Pg2s4p 1",
    "ln1+R4l/5sG2/3+Ppp3/8p/pkp2P3/2PnBn2P/P3P1P2/2S3S2/L2PKG1+pL b R3Pb2gsnp 1",
];

#[test]
fn mates_that_interpositions_lengthen_have_the_lengths_of_the_definition() {
    for sfen in LENGTHENED {
        let mut pos = position(sfen);
        assert_eq!(Definition::of(LengthRule::Traditional).shortest(&pos, 7), Some(7), "{sfen}");
        let measured = lengths(1, PLENTY).measure(&mut pos, LengthRule::Traditional);
        assert_eq!((measured.length, measured.line.len()), (Length::Exact(7), 7), "{sfen}");
    }
}
