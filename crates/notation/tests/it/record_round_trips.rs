//! What is written reads back the same, in every format, for real games and for random trees.
#![cfg(all(feature = "jkf", feature = "shift-jis"))]

use std::time::Duration;

use komadai_core::game::{ClockTime, EndKind, Ending, Game, GameBuilder};
use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Position, random};
use komadai_notation::csa::{self, Version};
use komadai_notation::encoding::{Encoding, encode_shift_jis};
use komadai_notation::record::{Format, read, write};
use komadai_notation::usi_record;

const FORMATS: [Format; 5] = [Format::Usi, Format::Csa, Format::Kif, Format::Ki2, Format::Jkf];

/// The game without what a format cannot express.
fn kept_by(game: &Game, format: Format) -> Game {
    let mut kept = game.clone();
    let is_bare = format == Format::Usi;
    if is_bare {
        kept.headers.clear();
        kept.comments.clear();
    }
    if matches!(format, Format::Usi | Format::Csa) {
        kept.variations.clear();
    }
    let lines = kept.variations.iter_mut().map(|line| (&mut line.nodes, &mut line.ending));
    for (nodes, ending) in lines.chain([(&mut kept.nodes, &mut kept.ending)]) {
        let nodes = nodes.iter_mut().map(|node| (&mut node.comments, &mut node.time));
        let ending = ending.iter_mut().map(|ending| (&mut ending.comments, &mut ending.time));
        for (comments, time) in nodes.chain(ending) {
            if is_bare {
                comments.clear();
            }
            match (format, &mut *time) {
                (Format::Csa, Some(time)) => time.total = None,
                (Format::Usi | Format::Ki2, _) => *time = None,
                _ => {}
            }
        }
    }
    kept
}

fn check_round_trips(game: &Game, name: &str) {
    for format in FORMATS {
        let text = write(game, format).unwrap_or_else(|error| panic!("{name}: {format}: {error}"));
        let back =
            read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{name}: {format}: {error}\n{text}"));
        assert_eq!(back.format, format, "{name}\n{text}");
        assert!(back.warnings.is_empty(), "{name}: {:?}\n{text}", back.warnings);
        assert_eq!(back.games, [kept_by(game, format)], "{name}: {format}\n{text}");
        if let (Ok(bytes), false) = (encode_shift_jis(&text), text.is_ascii()) {
            let back = read(&bytes, None).unwrap_or_else(|error| panic!("{name}: {format}: {error}"));
            assert_eq!(back.encoding, Encoding::ShiftJis, "{name}: {format}");
            assert_eq!(back.games, [kept_by(game, format)], "{name}: {format} in Shift_JIS");
        }
    }
    let text = csa::write(game, Version::V3_0).expect("legal moves");
    assert_eq!(csa::read(&text).expect(name), [kept_by(game, Format::Csa)], "{name}: CSA 3.0\n{text}");
    let last = write(game, Format::Sfen).expect("legal moves");
    assert_eq!(last.trim(), game.final_position().to_string(), "{name}");
}

/// Records a game of a table.
fn recorded(start: &str, moves: &str, result: &str) -> Game {
    let mut game = usi_record::read(&format!("{start} moves {moves}")).expect("a line of USI").remove(0);
    let side = game.final_position().side_to_move();
    let kind = match result {
        "b" if side == Color::White => Some(EndKind::Resign),
        "w" if side == Color::Black => Some(EndKind::Resign),
        "b" | "w" => Some(EndKind::Declaration),
        "d" => Some(EndKind::Repetition),
        _ => None,
    };
    game.ending = kind.map(|kind| Ending::new(kind, side));
    game
}

/// Round trips of all games of a table `ID START MOVES RESULT …`; returns how many there were.
fn check_table(table: &str) -> usize {
    let mut games = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, start, moves, result, ..] = fields[..] else { panic!("four fields in {line:?}") };
        let game = recorded(start, moves, result);
        assert_eq!(game.result().to_string(), result, "{id}");
        check_round_trips(&game, id);
        games += 1;
    }
    games
}

/// The games of the repository, or the tables of the folder that `KOMADAI_GAMES` names.
#[test]
fn real_games_read_back_the_same_in_every_format() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/games").to_owned();
    let folder = std::env::var("KOMADAI_GAMES").unwrap_or(sample);
    let mut games = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "tsv") {
            games += check_table(&std::fs::read_to_string(&path).expect("a table"));
        }
    }
    assert!(games >= 60, "{games}");
}

/// Handicaps, mate problems and full hands.
const STARTS: [&str; 8] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "1nsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "7nl/7k1/6ppp/9/9/9/9/9/9 b 2R2B4G4S2N2L15P 1",
    "4k4/3+P1+P3/9/2+N1+N1+N2/3+N5/9/9/4S1S2/4K4 b 2R2B2G2S4L16p 1",
    "l2+R2gk1/3+B1s3/+B2gpppp1/4n4/1S2s2p1/3+R5/PPN2PPPP/3S1GK2/LN1G4L w 3P2n2lp2p 1",
];

/// A random game with comments, times, variations and an ending on some lines.
fn random_game(seed: u64) -> Game {
    let mut rng = SplitMix64::new(seed);
    let starts: Vec<Position> = STARTS.iter().filter_map(|sfen| sfen.parse().ok()).collect();
    let mut builder = GameBuilder::new(starts[rng.below(starts.len() as u64) as usize].clone());
    if rng.below(2) == 0 {
        // Names first: CSA writes them so.
        builder.header("先手", "甲：乙");
        builder.header("後手", "Player 2");
        builder.header("開始日時", "2020/01/02 03:04:05");
        builder.header("棋戦", "順位戦 (A)");
    }
    random_line(&mut builder, &mut rng, 60);
    // Back along the line as a reader of KIF would meet them: never forward.
    for _ in 0..rng.below(8) {
        let longest = builder.ply() as u64;
        builder.branch(rng.below(longest + 1) as usize).expect("a ply of the line");
        random_line(&mut builder, &mut rng, 12);
    }
    builder.finish()
}

const COMMENTS: [&str; 9] = [
    "",
    "好手。",
    "* 123 7g7f 3c3d",
    "&しおり",
    "1 ７六歩(77)",
    "まで3手で先手の勝ち",
    "'quoted, with a comma",
    "summary:sennichite:A draw:B draw",
    "# hash",
];

fn random_line(builder: &mut GameBuilder, rng: &mut SplitMix64, most: u64) {
    for _ in 0..rng.below(4) / 3 {
        builder.comment(COMMENTS[rng.below(9) as usize]);
    }
    for _ in 0..=rng.below(most) {
        let Some(mv) = random::legal_move(rng, builder.position()) else { break };
        builder.play(mv).expect("a legal move");
        if rng.below(4) == 0 {
            let total = Some(Duration::from_secs(rng.below(40_000)));
            builder.time(ClockTime { spent: Duration::from_secs(rng.below(10_000)), total });
        }
        for _ in 0..rng.below(9) / 4 {
            builder.comment(COMMENTS[rng.below(9) as usize]);
        }
    }
    let side = builder.position().side_to_move();
    let kinds = [
        EndKind::Resign,
        EndKind::Mate,
        EndKind::TimeUp,
        EndKind::IllegalMove(Color::Black),
        EndKind::IllegalMove(Color::White),
        EndKind::Declaration,
        EndKind::Repetition,
        EndKind::Impasse,
        EndKind::Draw,
        EndKind::MaxMoves,
        EndKind::Default(Color::White),
        EndKind::Interrupted,
        EndKind::TakeBack,
        EndKind::NoMate,
        EndKind::Error,
        EndKind::Other("封じ手".to_string()),
    ];
    if let Some(kind) = kinds.get(rng.below(24) as usize) {
        builder.end(Ending::new(kind.clone(), side));
        if rng.below(2) == 0 {
            builder.comment("after the end");
        }
    }
}

#[test]
fn random_trees_read_back_the_same_in_every_format() {
    for seed in 0..120 {
        let game = random_game(seed);
        check_round_trips(&game, &format!("seed {seed}"));
        assert_eq!(game.variations_in_order(), Some((0..game.variations.len()).collect()));
    }
}
