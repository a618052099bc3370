//! Builds an opening book from games [R9]: positions whose side to move won at least twice, moves drawn by their wins.
//!
//! ```sh
//! cargo run --release --example build_book
//! cargo run --release --example build_book -- --games FILE --games FILE --save book.kmd
//! cargo run --release --example build_book -- --load book.kmd --save book.db
//! cargo run --release --example build_book -- --load book.db --save book.kmd
//! ```
//!
//! The book of paper 002 has about 70,000 positions from games of professionals and strong amateurs; the sixty built-in games only show how
//! it works. A book saved with `--save` is loaded by `komadai::search::load_book`; with the extension `.db` it has the form of `YaneuraOu`,
//! which other engines and `ShogiHome` read.
//!
//! `other.rs` reads and writes books in files: model files and `.db`.
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod other;

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai::artifact::Provenance;
use komadai::search::{Book, BookMove};
use komadai::{GameResult, Position, Square};
use komadai_lab::{ClassedGame, GameFiles};
use komadai_learn::{BookCounter, BookRules, map_in_parallel};
use komadai_report::options::{Out, Threads};
use komadai_report::{COLUMNS, Failure, Progress, Table, exit_status, heat_map};

use crate::other::Loaded;

/// Builds an opening book from games, and shows its first moves.
#[derive(Parser)]
#[command(
    max_term_width = COLUMNS,
    name = "build_book",
    after_help = "Lines of --games are ID<TAB>START<TAB>MOVES<TAB>RESULT…, as in data/games/sample.tsv; further columns are \
                  passed over. Files named .db are in the form of YaneuraOu, #YANEURAOU-DB2016 1.00: wins are written as \
                  counts of moves, and counts are read as wins and games."
)]
struct Options {
    #[command(flatten)]
    games: GameFiles,
    /// A book to show, or to save in another form, instead of building one from games: .db, or a saved model file.
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    load: Option<PathBuf>,
    /// Where to save the book: .db for other engines, anything else as a model file.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Reads a .db without its faulty lines or columns, which are reported.
    #[arg(long, requires = "load")]
    lenient: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    out: Out,
}

/// A position is kept if its side to move won this many games from it; this many plies of a game count.
const RULES: BookRules = BookRules { least_wins: 2, plies: 64 };
/// Positions of the paper's book.
const PAPER: i64 = 70_000;
/// Number of shares of the games that are counted separately.
const SHARES: usize = 32;

fn main() -> ExitCode {
    exit_status("build_book", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    options.out.check()?;
    if let Some(path) = &options.save {
        other::check("--save", path)?;
    }
    let (loaded, games) = match &options.load {
        Some(path) => (other::load(path, options.lenient)?, Vec::new()),
        None => build(options)?,
    };
    let book = &loaded.book;
    let mut report = options.out.report();
    write!(report, "{}", summary(book).to_text())?;
    if loaded.entries.is_some() {
        writeln!(report, "\nLoaded       counts of the file stand for wins and games")?;
    }
    if !games.is_empty() {
        let title = "Coverage: games that are still in the book after so many plies";
        report.print(title, &coverage(book, &games))?;
    }
    let mut tree = String::new();
    branch(book, &Position::startpos(), 0, &mut tree);
    if tree.is_empty() {
        tree.push_str("(the start is not in the book)\n");
    }
    writeln!(report, "\nFirst moves: wins of the side that moves, of decided games with that move\n{tree}")?;
    let (moves, board) = (moves(book), board(book));
    if let Some(path) = &options.save {
        other::save(loaded, path)?;
        report.list("Book", path);
    }
    report.csv("book.csv", &moves)?;
    report.file("Board", "book.svg", &board)?;
    report.finish()?;
    Ok(())
}

/// The book of the games from the start position: positions of handicap games occur in no other game.
fn build(options: &Options) -> Result<(Loaded, Vec<ClassedGame>), Failure> {
    let mut games = options.games.read()?.games;
    games.retain(|game| game.start == Position::startpos());
    if games.iter().all(|game| game.result == GameResult::Unknown) {
        let name = options.games.source();
        let told = format!("{name}: no game from the start position with a result, expected at least one");
        return Err(told.into());
    }
    let shares: Vec<&[ClassedGame]> = games.chunks(games.len().div_ceil(SHARES).max(1)).collect();
    let count = |(): &mut (), games: &&[ClassedGame]| {
        let mut counter = BookCounter::new(RULES);
        for game in *games {
            counter.add_moves(&game.start, &game.moves, game.result.winner());
        }
        counter
    };
    let progress = Progress::new(shares.len(), 0, "shares of the games");
    let workers = options.threads.workers((), shares.len());
    let counted = map_in_parallel(workers, &shares, count, || progress.step());
    let mut counter = BookCounter::new(RULES);
    for other in counted {
        counter.merge(other);
    }
    let provenance = Provenance {
        made_by: format!("komadai build_book {}", env!("CARGO_PKG_VERSION")),
        source: options.games.source(),
        rows: games.len() as u64,
        parameters: format!("least wins {}, plies {}", RULES.least_wins, RULES.plies),
        ..Provenance::default()
    };
    Ok((Loaded { book: counter.book()?, provenance, entries: None }, games))
}

fn summary(book: &Book) -> Table {
    let moves = || book.positions().iter().flat_map(|position| &position.moves);
    Table::of([book])
        .column("positions", Book::len)
        .column("moves", |_| moves().count())
        .column("moves that won", |_| moves().filter(|known| known.wins > 0).count())
        .column("wins of moves", |_| moves().map(|known| u64::from(known.wins)).sum::<u64>())
        .column("paper (positions)", |_| PAPER)
        .table()
}

/// How many of the games that last this long are in a position of the book.
fn coverage(book: &Book, games: &[ClassedGame]) -> Table {
    let counted = [0, 4, 8, 12, 16, 20, 24, 32].map(|plies| {
        let reached: Vec<Position> = games.iter().filter_map(|game| game.position(plies)).collect();
        let known = reached.iter().filter(|pos| !book.moves(pos).is_empty()).count();
        (plies, reached.len(), known)
    });
    Table::of(counted)
        .column("plies", |(plies, ..)| plies)
        .column("games", |(_, reached, _)| reached)
        .column("in the book", |(.., known)| known)
        .real("share (%)", 1, |(_, reached, known)| known as f64 / reached as f64 * 100.0)
        .table()
}

/// Every move of the book, for other programs.
fn moves(book: &Book) -> Table {
    let all =
        book.positions().iter().flat_map(|position| position.moves.iter().map(move |mv| (position, mv)));
    Table::of(all)
        .column("position", |(position, _)| position.sfen.as_str())
        .column("move", |(_, known)| known.mv.to_string())
        .column("wins", |(_, known)| known.wins)
        .column("games", |(_, known)| known.games)
        .table()
}

/// The start position with the squares to which first moves go, the stronger the more they won.
fn board(book: &Book) -> String {
    let start = Position::startpos();
    let known = book.moves(&start);
    let wins = |square: Square| {
        known.iter().filter(|known| known.mv.to() == square).map(|known| f64::from(known.wins)).sum::<f64>()
    };
    heat_map(&start, "where first moves of the book go, and how often they won", |square| {
        Some(wins(square)).filter(|&wins| wins > 0.0)
    })
}

/// Number of moves of a position that are shown; the others are counted.
const WIDTH: usize = 4;

/// Number of plies that are shown.
const PLIES: usize = 4;

/// Writes the first plies from a position on.
fn branch(book: &Book, pos: &Position, ply: usize, text: &mut String) {
    if ply == PLIES {
        return;
    }
    let known = book.moves(pos);
    for found in known.iter().take(WIDTH) {
        let share = f64::from(found.wins) / f64::from(found.games.max(1)) * 100.0;
        let (indent, mv, BookMove { wins, games, .. }) = ("  ".repeat(ply), found.mv.to_string(), found);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{indent}{mv:<6}{wins:>6} of {games:<6} {share:3.0} %");
        branch(book, &pos.after([found.mv]), ply + 1, text);
    }
    if known.len() > WIDTH {
        let _ = writeln!(text, "{}… and {} more", "  ".repeat(ply), known.len() - WIDTH);
    }
}
