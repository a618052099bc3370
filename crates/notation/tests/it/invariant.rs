//! No use of a position that its documentation allows makes anything panic: random sequences of changes to a position, and after each
//! step a call of every function that reads it. Overflows are checked here.

use komadai_core::ending::{DeclarationRule, EndRules, declaration, game_end, points};
use komadai_core::notation::packed::{HcpePosition, PackedPosition};
use komadai_core::rng::SplitMix64;
use komadai_core::{
    CheckSquares, Checks, Color, Hand, History, Move, MoveList, Piece, PieceKind, PieceValues, Position,
    Setup, SetupError, Square, Tracked, Undo, movegen, random, see,
};
use komadai_notation::{diagram::Diagram, ki2, sfen};

/// Any arrangement: two pawns on a file, pieces that can never move, any hands, any move number; `None` where the draw breaks a rule.
fn irregular(rng: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::empty();
    for _ in 0..rng.below(41) {
        let kind = PieceKind::ALL[rng.below(PieceKind::ALL.len() as u64) as usize];
        let color = Color::ALL[rng.below(2) as usize];
        setup.board[rng.below(81) as usize] = Some(Piece::new(color, kind));
    }
    for color in Color::ALL {
        let kings = setup.board.iter_mut().filter(|&&mut it| it == Some(Piece::new(color, PieceKind::King)));
        kings.skip(1).for_each(|square| *square = None);
        for kind in PieceKind::HAND {
            let left = Hand::limit(kind).saturating_sub(setup.total(kind));
            let held = rng.below(u64::from(left) + 1) as u32;
            setup.hands[color.index()] = setup.hands[color.index()].with(kind, held)?;
        }
    }
    setup.side_to_move = Color::ALL[rng.below(2) as usize];
    setup.move_number = [1, 77, 4_000_000_000][rng.below(3) as usize];
    Position::new_irregular(&setup).ok()
}

/// Calls every function that reads a position. Moves are any numbers as well as legal ones.
fn ask_everything(pos: &Position, rng: &mut SplitMix64) {
    let checks = Checks::of(pos);
    let generators: [fn(&Position, &Checks, &mut MoveList); 4] =
        [movegen::captures, movegen::quiets, movegen::legal_with, movegen::checks];
    let lists = generators.map(|generate| {
        let mut list = MoveList::new();
        generate(pos, &checks, &mut list);
        list
    });
    let legal = pos.legal_moves();
    assert_eq!(lists[0].len() + lists[1].len(), legal.len(), "{pos}");
    let _ = (movegen::count_evasions(pos, &checks), movegen::count_checks(pos, &checks));
    let _ = (movegen::mate_in_one(pos, &checks), pos.has_legal_move(), pos.in_check());
    let any = (0..20).filter_map(|_| Move::from_bits(rng.below(1 << 16) as u16)).collect::<Vec<_>>();
    let squares = CheckSquares::of(pos);
    for mv in legal.iter().copied().chain(any) {
        let values = PieceValues::default();
        let _ = (pos.gives_check(mv), pos.placed_by(mv), squares.as_ref().map(|it| it.gives_check(pos, mv)));
        let _ = (see::see(pos, mv, &values), see::at_least(pos, mv, 100, &values));
        assert_eq!(pos.is_legal(mv), legal.as_slice().contains(&mv), "{mv} in {pos}");
        assert!(!pos.is_legal(mv) || ki2::move_words(pos, mv, None).is_some(), "{mv} in {pos}");
        let _ = ki2::move_words(pos, mv, Some(mv));
    }
    let rules = [DeclarationRule::Points27, DeclarationRule::Points24];
    let _ = rules.map(|rule| declaration(pos, rule, 0));
    let _ =
        (game_end(pos, &History::new(pos), EndRules::default()), Color::ALL.map(|side| points(pos, side)));
    let diagram = Diagram::of(pos);
    let _ = (diagram.kanji(), diagram.letters(), diagram.svg());
    let _ = (PackedPosition::pack(pos), HcpePosition::pack(pos));
    if pos.move_number() <= 4_000_000_000 {
        assert_eq!(*pos, pos.refreshed());
    }
    if let Ok(read) = sfen::position(&pos.to_string()) {
        assert_eq!(read, *pos);
    }
}

/// Plays, passes when not in check, takes back, divides the hands anew; asks after each step.
fn live(mut pos: Position, rng: &mut SplitMix64, steps: u32) {
    // Moves and passes, with what takes them back.
    let mut done: Vec<Option<(Move, Undo)>> = Vec::new();
    for _ in 0..steps {
        match rng.below(8) {
            0 if !pos.in_check() => {
                pos.do_null();
                done.push(None);
            }
            1 | 2 => match done.pop() {
                Some(Some((mv, undo))) => pos.undo_move(mv, undo),
                Some(None) => pos.undo_null(),
                None => {}
            },
            3 => {
                // What was played with other hands cannot be taken back.
                done.clear();
                let hand = PieceKind::HAND.into_iter().fold(Hand::EMPTY, |hand, kind| {
                    let both = Color::ALL.map(|color| pos.hand(color).count(kind)).iter().sum::<u32>();
                    hand.with(kind, rng.below(u64::from(both) + 2) as u32).unwrap_or(hand)
                });
                let _ = pos.divide_hands(Color::Black, hand);
            }
            _ => {
                let Some(mv) = random::legal_move(rng, &pos) else { continue };
                done.push(Some((mv, pos.do_move(mv))));
            }
        }
        ask_everything(&pos, rng);
    }
    let mut tracked = Tracked::from(pos);
    while tracked.undo() {}
    assert!(tracked.repetition().is_none() && tracked.last_move().is_none());
}

#[test]
fn nothing_panics_on_a_position_that_was_treated_as_documented() {
    let mut rng = SplitMix64::new(26);
    let (mut placed, mut odd) = (0, 0);
    for _ in 0..30 {
        live(Position::startpos(), &mut rng, 40);
        if let Some(pos) = random::placement(&mut rng) {
            placed += 1;
            live(pos, &mut rng, 40);
        }
        if let Some(pos) = irregular(&mut rng) {
            odd += 1;
            live(pos, &mut rng, 40);
        }
    }
    assert!(placed > 5 && odd > 5, "{placed} {odd}");
}

#[test]
fn a_move_number_that_play_would_carry_to_zero_is_refused() {
    let numbered = |move_number| Position::new(&Setup { move_number, ..Setup::startpos() });
    for number in [0, 4_000_000_001, u32::MAX] {
        assert_eq!(numbered(number), Err(SetupError::MoveNumber), "{number}");
    }
    let mut last = numbered(4_000_000_000).expect("the last number");
    assert_eq!(sfen::position(&last.to_string()).as_ref(), Ok(&last));
    let square: Square = "7g".parse().expect("a square");
    let undo = last.do_move("7g7f".parse().expect("a move"));
    assert!(last.piece_at(square).is_none() && last.move_number() == 4_000_000_001);
    last.undo_move("7g7f".parse().expect("a move"), undo);
    assert_eq!(last, numbered(4_000_000_000).expect("the last number"));
}
