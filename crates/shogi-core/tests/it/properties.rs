//! What must hold along any game: a failing game is shrunk to a short one by `proptest`.

use komadai_core::rng::SplitMix64;
use komadai_core::{
    Checks, Color, Hand, History, Move, MoveList, PieceKind, Position, Setup, Tracked, movegen, random,
};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

/// Occurrences of the last position, and whether one side checked with all its moves since the first, by comparing
/// whole positions.
fn plain_repetition(path: &[Position]) -> Option<(u32, Option<Color>)> {
    let last = path.last()?;
    let same: Vec<usize> = (0..path.len()).filter(|&i| path[i].same_position(last)).collect();
    if same.len() < 2 {
        return None;
    }
    let since_first = &path[same[0] + 1..];
    let always =
        |side: Color| since_first.iter().filter(|pos| pos.side_to_move() != side).all(Position::in_check);
    let perpetual = Color::ALL.into_iter().find(|&side| always(side));
    Some((same.len() as u32, perpetual))
}

proptest! {
    #[test]
    fn hands_are_divided_as_in_a_setup_and_only_what_is_held(
        seed in any::<u64>(),
        plies in 0u32..200,
        shares in proptest::array::uniform7(any::<u32>()),
        too_many in any::<bool>(),
    ) {
        let pos = random::play(&mut SplitMix64::new(seed), plies);
        let [black, white] = Color::ALL.map(|color| pos.hand(color));
        let both = |kind| black.count(kind) + white.count(kind);
        let mut hand = PieceKind::HAND.into_iter().zip(shares).fold(Hand::EMPTY, |hand, (kind, share)| {
            hand.with(kind, share % (both(kind) + 1)).expect("no more than there are")
        });
        if too_many {
            hand = hand.with(PieceKind::Gold, both(PieceKind::Gold) + 1).unwrap_or(hand);
        }
        let held = hand.count(PieceKind::Gold) <= both(PieceKind::Gold);
        let mut divided = pos.clone();
        prop_assert_eq!(divided.divide_hands(Color::White, hand), held);
        let mut setup = Setup::from(&pos);
        if held {
            setup.hands[Color::White.index()] = hand;
            setup.hands[Color::Black.index()] = PieceKind::HAND.into_iter().fold(Hand::EMPTY, |rest, kind| {
                rest.with(kind, both(kind) - hand.count(kind)).unwrap_or(rest)
            });
        }
        prop_assert_eq!(Ok(divided), Position::new(&setup));
    }

    #[test]
    fn sfen_reader_takes_any_text_without_panic(text in "\\PC{0,100}") {
        let _ = text.parse::<Position>();
        let _ = text.parse::<Move>();
    }

    #[test]
    fn almost_sfens_are_read_or_refused(text in "[1-9+PLNSGBRKplnsgbrk/]{5,60} [bw] [0-9PLNSGBRplnsgbr-]{1,12} [0-9]{1,3}") {
        if let Ok(pos) = text.parse::<Position>() {
            prop_assert_eq!(pos.to_string().parse::<Position>(), Ok(pos));
        }
    }

    #[test]
    fn repetition_is_what_comparing_all_positions_says(choices in proptest::collection::vec(0u16..3, 0..120)) {
        // Two kings and a rook with few choices: positions come again often, checks too.
        let mut tracked = Tracked::new("4k4/9/9/9/9/9/9/9/R3K4 b - 1".parse().expect("a valid sfen"));
        let mut path = vec![tracked.position().clone()];
        let mut history = History::new(tracked.position());
        for choice in choices {
            let list = tracked.position().legal_moves();
            // The moves that give check first, so that perpetual checks happen.
            let mut checks = MoveList::new();
            movegen::checks(tracked.position(), &Checks::of(tracked.position()), &mut checks);
            let pool = if choice > 0 && !checks.is_empty() { &checks } else { &list };
            let Some(&mv) = pool.get(choice as usize % pool.len().max(1)) else { break };
            tracked.do_move(mv);
            history.push(tracked.position());
            path.push(tracked.position().clone());
            let got = history.repetition().map(|r| (r.count, r.perpetual));
            prop_assert_eq!(got, plain_repetition(&path));
            prop_assert_eq!(tracked.repetition(), history.repetition());
        }
        for _ in 1..path.len() {
            tracked.undo();
        }
        prop_assert_eq!(tracked.position(), &path[0]);
        prop_assert!(tracked.repetition().is_none());
    }
}
