//! What must hold for any game and any text: a few hundred seeds, of which the failing one is reported.

use komadai_core::notation::usi::Command;
use komadai_core::rng::SplitMix64;
use komadai_core::{
    Checks, Color, Hand, Move, MoveList, PieceKind, Position, Setup, Tracked, movegen, random,
};

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

/// A text of at most `most` of these letters.
fn text(rng: &mut SplitMix64, letters: &[char], most: u64) -> String {
    (0..=rng.below(most)).map(|_| letters[rng.below(letters.len() as u64) as usize]).collect()
}

#[test]
fn hands_are_divided_as_in_a_setup_and_only_what_is_held() {
    for seed in 0..256 {
        let mut rng = SplitMix64::new(seed);
        let plies = rng.below(200) as u32;
        let pos = random::play(&mut rng, plies);
        let both =
            PieceKind::HAND.map(|kind| Color::ALL.map(|color| pos.hand(color).count(kind)).iter().sum());
        let share = both.map(|both: u32| rng.below(u64::from(both) + 1) as u32);
        let (mut divided, mut setup) = (pos.clone(), Setup::from(&pos));
        setup.hands = [hand(std::array::from_fn(|i| both[i] - share[i])), hand(share)];
        assert!(divided.divide_hands(Color::White, hand(share)), "seed {seed}");
        assert_eq!(Ok(divided), Position::new(&setup), "seed {seed}");
        // One more of a kind than both hold together, if a set has so many.
        let more =
            PieceKind::HAND.iter().zip(both).find_map(|(&kind, both)| hand(share).with(kind, both + 1));
        let mut refused = pos.clone();
        assert!(!more.is_some_and(|more| refused.divide_hands(Color::White, more)) && refused == pos);
    }
}

#[test]
fn readers_take_any_text_without_panic() {
    let mut rng = SplitMix64::new(1);
    for _ in 0..1_000 {
        let letters: Vec<char> =
            (0..20).filter_map(|_| char::from_u32(rng.below(0x11_0000) as u32)).collect();
        let text = text(&mut rng, &letters, 100);
        let _ = (text.parse::<Position>(), text.parse::<Move>(), Command::parse(&text));
    }
    let words = "position |sfen |startpos |moves |7g7f |go |btime |name |9/9 |７|-|+|\u{3000}|go|7g7f";
    let words: Vec<&str> = words.split('|').collect();
    for _ in 0..20_000 {
        let line = (0..rng.below(7)).map(|_| words[rng.below(words.len() as u64) as usize]);
        let _ = Command::parse(&line.collect::<String>());
    }
}

#[test]
fn almost_sfens_are_read_or_refused() {
    let letters: Vec<char> = "123456789+PLNSGBRKplnsgbrk/ bw0-".chars().collect();
    let mut read = 0;
    for seed in 0..2_000 {
        let mut rng = SplitMix64::new(seed);
        let plies = rng.below(200) as u32;
        let mut sfen = random::play(&mut rng, plies).to_string();
        for _ in 0..=rng.below(2) {
            let most = 1 + rng.below(2);
            let (at, letters) = (rng.below(sfen.len() as u64) as usize, text(&mut rng, &letters, most));
            sfen.replace_range(at..=at, &letters);
        }
        if let Ok(pos) = sfen.parse::<Position>() {
            assert_eq!(pos.to_string().parse::<Position>(), Ok(pos), "{sfen}");
            read += 1;
        }
    }
    assert!((30..1_900).contains(&read), "{read}");
}

#[test]
fn repetition_is_what_comparing_all_positions_says() {
    let mut repeated = [0, 0];
    for seed in 0..2_000 {
        let mut rng = SplitMix64::new(seed);
        // Two kings and a rook with few choices: positions repeat often, checks too.
        let mut tracked = Tracked::new("4k4/9/9/9/9/9/9/9/R3K4 b - 1".parse().expect("a valid sfen"));
        let mut path = vec![tracked.position().clone()];
        for _ in 0..rng.below(120) {
            let choice = rng.below(3) as usize;
            let list = tracked.position().legal_moves();
            // The moves that give check first, so that perpetual checks happen.
            let mut checks = MoveList::new();
            movegen::checks(tracked.position(), &Checks::of(tracked.position()), &mut checks);
            let pool = if choice > 0 && !checks.is_empty() { &checks } else { &list };
            let Some(&mv) = pool.get(choice % pool.len().max(1)) else { break };
            tracked.do_move(mv);
            path.push(tracked.position().clone());
            let got = tracked.repetition().map(|r| (r.count, r.perpetual));
            assert_eq!(got, plain_repetition(&path), "seed {seed}");
            if let Some((_, perpetual)) = got {
                repeated[usize::from(perpetual.is_some())] += 1;
            }
        }
    }
    assert!(repeated.iter().all(|&count| count > 50), "{repeated:?}");
}

fn hand(counts: [u32; 7]) -> Hand {
    PieceKind::HAND.iter().zip(counts).fold(Hand::EMPTY, |h, (&k, n)| h.with(k, n).unwrap())
}

#[test]
fn full_hand_keeps_every_count() {
    let full = hand([18, 4, 4, 4, 2, 2, 4]);
    for kind in PieceKind::HAND {
        assert_eq!(full.count(kind), Hand::limit(kind));
    }
    assert_eq!(full.len(), 38);
    assert!(full.with(PieceKind::Pawn, 19).is_none());
    assert!(full.with(PieceKind::King, 1).is_none());
}

#[test]
fn covers_compares_each_kind() {
    let (mut rng, mut covering) = (SplitMix64::new(3), 0);
    for _ in 0..100_000 {
        let mut any = |kind| rng.below(u64::from(Hand::limit(kind)) + 1) as u32;
        let (a, b) = (hand(PieceKind::HAND.map(&mut any)), hand(PieceKind::HAND.map(&mut any)));
        let plain = PieceKind::HAND.iter().all(|&kind| a.count(kind) >= b.count(kind));
        assert_eq!(a.covers(b), plain, "{a:?} {b:?}");
        covering += u32::from(plain);
    }
    assert!(covering > 1_000, "{covering}");
}
