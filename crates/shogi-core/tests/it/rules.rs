//! Generators against the naive rules, `is_legal` against generators, and what moves must restore.

use crate::naive::Naive;
use komadai_core::rng::SplitMix64;
use komadai_core::{
    CheckSquares, Checks, Color, History, Move, MoveList, Position, Setup, Square, Tracked, movegen, random,
};

#[test]
fn irregular_starts_obey_the_rules_from_there_on() {
    // A problem with nine white pawns on one file, one of them on its last rank.
    let setup =
        komadai_core::notation::sfen::setup("7pk/7p1/7p1/7p1/7p1/7p1/7p1/7p1/7p1 b 2R4L4s4n 1").unwrap();
    assert!(Position::new(&setup).is_err());
    let mut pos = Position::new_irregular(&setup).unwrap();
    let mut rng = SplitMix64::new(12);
    for _ in 0..200 {
        assert_eq!(sorted(|list| movegen::legal(&pos, list)), Naive::of(&pos).legal_moves(false), "{pos}");
        assert_eq!(pos, pos.refreshed());
        let Some(mv) = random::legal_move(&mut rng, &pos) else { break };
        pos.do_move(mv);
    }
}

/// Positions of both sorts, always the same.
pub(crate) fn positions(seed: u64, count: usize) -> Vec<Position> {
    let mut rng = SplitMix64::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let plies = rng.below(200) as u32;
        positions.push(random::play(&mut rng, plies));
        positions.extend(random::placement(&mut rng));
    }
    positions
}

fn sorted(fill: impl FnOnce(&mut MoveList)) -> Vec<Move> {
    let mut list = MoveList::new();
    fill(&mut list);
    let mut moves = list.to_vec();
    moves.sort_unstable();
    moves
}

#[test]
fn is_legal_agrees_with_the_generator_for_every_move_there_is() {
    let every: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_bits).collect();
    assert_eq!(every.len(), 2 * 81 * 80 + 7 * 81);
    let codes: std::collections::HashSet<usize> = every.iter().map(|mv| mv.code()).collect();
    assert!(
        codes.len() == every.len() && codes.iter().all(|&code| code < Move::CODES),
        "codes are distinct and dense"
    );
    for pos in positions(2, 300) {
        let legal = sorted(|list| movegen::legal(&pos, list));
        let by_question: Vec<Move> = every.iter().copied().filter(|&mv| pos.is_legal(mv)).collect();
        assert_eq!(by_question, legal, "{pos}");
        let known = Checks::of(&pos);
        assert!(every.iter().all(|&mv| pos.is_legal_with(mv, &known) == pos.is_legal(mv)), "{pos}");
    }
}

#[test]
fn legal_moves_are_those_of_the_naive_rules_and_their_parts_add_up() {
    for pos in positions(1, 1500) {
        let (known, naive) = (Checks::of(&pos), Naive::of(&pos));
        let all = sorted(|list| movegen::legal(&pos, list));
        assert_eq!(all, naive.legal_moves(false), "{pos}");
        assert_eq!(pos.in_check(), naive.in_check(pos.side_to_move()), "{pos}");
        let takes = |mv: &Move| pos.piece_at(mv.to()).is_some();
        let (captures, quiets): (Vec<Move>, Vec<Move>) = all.iter().partition(|mv| takes(mv));
        assert_eq!(sorted(|list| movegen::captures(&pos, &known, list)), captures, "{pos}");
        assert_eq!(sorted(|list| movegen::quiets(&pos, &known, list)), quiets, "{pos}");
        assert_eq!(sorted(|list| movegen::legal_with(&pos, &known, list)), all, "{pos}");
        let gives_check = |&mv: &Move| naive.play(mv).in_check(!pos.side_to_move());
        let checks: Vec<Move> = all.iter().copied().filter(gives_check).collect();
        assert_eq!(sorted(|list| movegen::checks(&pos, &known, list)), checks, "{pos}");
        let squares = CheckSquares::of(&pos);
        for &mv in &all {
            assert_eq!(pos.gives_check(mv), checks.contains(&mv), "{mv} in {pos}");
            let by_squares = squares.is_some_and(|squares| squares.gives_check(&pos, mv));
            assert_eq!(by_squares, checks.contains(&mv), "{mv} in {pos}");
        }
    }
}

/// Counts are those of the lists. Placements give checks from every side, by every piece, with pins beside them; after each move
/// that gives check the other side's replies are counted too.
#[test]
fn counts_are_the_lengths_of_the_lists() {
    let mut seen = [0; 3];
    let mut compare = |pos: &Position| {
        let known = Checks::of(pos);
        let evasions = sorted(|list| movegen::legal_with(pos, &known, list));
        let (drops, on_board): (Vec<Move>, Vec<Move>) = evasions.iter().partition(|mv| mv.is_drop());
        let count = movegen::count_evasions(pos, &known);
        let lengths = (count.on_board as usize, count.drops as usize, count.all() as usize);
        assert_eq!(lengths, (on_board.len(), drops.len(), evasions.len()), "{pos}");
        let mut squares: Vec<_> = drops.iter().map(|mv| mv.to()).collect();
        squares.sort_unstable();
        squares.dedup();
        assert_eq!(count.drop_squares.into_iter().collect::<Vec<_>>(), squares, "{pos}");
        assert_eq!(pos.has_legal_move(), !evasions.is_empty(), "{pos}");
        let checks = sorted(|list| movegen::checks(pos, &known, list));
        assert_eq!(movegen::count_checks(pos, &known).all() as usize, checks.len(), "{pos}");
        seen[known.checkers.len().min(2) as usize] += 1;
        checks
    };
    for pos in positions(5, 1500) {
        for mv in compare(&pos) {
            compare(&pos.after([mv]));
        }
    }
    assert!(seen[0] > 1_000 && seen[1] > 1_000 && seen[2] > 10, "{seen:?}");
}

#[test]
fn mate_in_one_is_found_exactly_when_there_is_one() {
    let mut found = 0;
    let mut rng = SplitMix64::new(4);
    let near = (0..1_000).filter_map(|_| random::near_mate(&mut rng));
    for pos in positions(4, 500).into_iter().chain(near) {
        let us = pos.side_to_move();
        let mates = |mv: &Move| {
            let next = Naive::of(&pos).play(*mv);
            next.in_check(!us) && next.legal_moves(false).is_empty()
        };
        let expected: Vec<Move> = pos.legal_moves().iter().copied().filter(mates).collect();
        match movegen::mate_in_one(&pos, &Checks::of(&pos)) {
            Some(mv) => assert!(expected.contains(&mv), "{mv} in {pos}"),
            None => assert!(expected.is_empty(), "{expected:?} in {pos}"),
        }
        found += usize::from(!expected.is_empty());
    }
    assert!(found > 25, "only {found} mates: the test is blind");
}

#[test]
fn moves_keep_up_keys_and_sets_and_are_taken_back_whole() {
    for mut pos in positions(5, 400) {
        let before = pos.clone();
        for &mv in pos.legal_moves().as_slice() {
            let change = pos.change(mv);
            let undo = pos.do_move(mv);
            assert_eq!((&pos, pos.key()), (&pos.refreshed(), before.key_after(mv)), "{mv} in {before}");
            assert_eq!(Setup::from(&pos), Naive::of(&before).play(mv).0, "{mv} in {before}");
            assert_eq!(change.removed()[0].piece.color(), before.side_to_move());
            assert_eq!(change.removed().len(), 1 + usize::from(before.piece_at(mv.to()).is_some()));
            pos.undo_move(mv, undo);
            assert_eq!(pos, before, "{mv}");
        }
        if !pos.in_check() {
            pos.do_null();
            assert_eq!(pos, pos.refreshed());
            pos.undo_null();
            assert_eq!(pos, before);
        }
    }
}

#[test]
fn a_list_is_a_slice_and_drops_what_it_has_no_room_for() {
    let legal = Position::startpos().legal_moves();
    let mut turned: MoveList = legal.iter().rev().copied().collect();
    assert_ne!(*turned, *legal);
    turned.reverse();
    assert_eq!(*turned, *legal);
    turned.extend(legal.iter().copied().cycle().take(1_000));
    let kept: Vec<Move> = legal.into_iter().cycle().take(608).collect();
    assert_eq!(*turned, *kept);
    assert_eq!(turned.into_iter().collect::<Vec<Move>>(), kept);
}

#[test]
fn tracked_knows_what_the_bare_position_computes() {
    let mut rng = SplitMix64::new(6);
    for _ in 0..30 {
        let mut tracked = Tracked::new(Position::startpos());
        let mut history = History::new(tracked.position());
        for _ in 0..300 {
            let mut list = MoveList::new();
            movegen::legal_with(tracked.position(), tracked.checks(), &mut list);
            assert_eq!(*tracked.checks(), Checks::of(tracked.position()));
            assert_eq!(tracked.in_check(), tracked.position().in_check());
            assert_eq!(list.to_vec(), tracked.position().legal_moves().to_vec());
            if !tracked.history().is_empty() && rng.below(3) == 0 || list.is_empty() {
                assert!(tracked.undo());
                history.pop();
            } else if rng.below(8) == 0 && !tracked.in_check() {
                tracked.do_null();
                history.push(tracked.position());
            } else {
                tracked.do_move(list[rng.below(list.len() as u64) as usize]);
                history.push(tracked.position());
            }
            assert!(*tracked.history() == history);
        }
        let (mut undone, played) = (0, history.len());
        while tracked.undo() {
            undone += 1;
        }
        assert_eq!((undone, tracked.position()), (played, &Position::startpos()));
        // Nothing before the start can be taken back.
        (0..=played).for_each(|_| history.pop());
        assert!(*tracked.history() == history && history == History::new(&Position::startpos()));
    }
}

#[test]
fn a_way_of_any_length_ends_on_the_board_or_off_it() {
    let square = |file: i32, rank: i32| Square::new(file.try_into().ok()?, rank.try_into().ok()?);
    for from in Square::all() {
        let (file, rank) = (i32::from(from.file()), i32::from(from.rank()));
        for way in i8::MIN..=i8::MAX {
            assert_eq!(from.offset(way, 0), square(file + i32::from(way), rank), "{from} {way}");
            assert_eq!(from.offset(0, way), square(file, rank + i32::from(way)), "{from} {way}");
        }
    }
}

#[test]
fn sfen_and_usi_texts_come_back_the_same() {
    for pos in positions(7, 500) {
        let text = pos.to_string();
        assert_eq!(text.parse::<Position>().unwrap(), pos, "{text}");
        assert_eq!(pos.side_to_move().to_string().parse(), Ok(pos.side_to_move()));
        for &mv in pos.legal_moves().as_slice() {
            assert_eq!(mv.to_string().parse::<Move>(), Ok(mv));
            assert_eq!(Move::from_bits(mv.bits()), Some(mv));
        }
    }
    for text in ["", "B", "black", "b "] {
        assert!(text.parse::<Color>().is_err(), "{text:?}");
    }
}

#[test]
fn boards_turned_round_or_seen_in_a_mirror_have_the_same_moves_so_seen() {
    for pos in positions(8, 300) {
        let setup = Setup::from(&pos);
        let mirrored = |mv: Move| match (mv.from().map(Square::mirrored), mv.to().mirrored()) {
            (Some(from), to) if mv.is_promotion() => Move::promoting(from, to),
            (Some(from), to) => Move::normal(from, to),
            (None, to) => Move::drop(mv.dropped().unwrap(), to).unwrap(),
        };
        for (seen, each) in
            [(setup.turned(), &Move::turned as &dyn Fn(Move) -> Move), (setup.mirrored(), &mirrored)]
        {
            let mut expected: Vec<Move> = pos.legal_moves().into_iter().map(each).collect();
            expected.sort_unstable();
            let seen = Position::new(&seen).unwrap();
            assert_eq!(sorted(|list| movegen::legal(&seen, list)), expected, "{pos}");
        }
    }
}
