//! Whether an evaluation agrees with the players: tables 4 and 5 of paper 001.
//!
//! Only the quiet moves of games are used, those that win and lose nothing by exchanges. Table 4: how often does the value rise for the
//! player who made the move? Table 5: what is the rank of the played move among the quiet moves of its position, ordered by the value after
//! them? Rank 0 is the best, as in the paper's table 6; moves of equal value share the middle of their places, so that an evaluation that
//! knows nothing gives the middle rank.

use komadai::journal::Answers;
use komadai_core::{Move, Position};
use komadai_learn::pairs::QuietMoves;
use komadai_learn::replay;
use komadai_report::{Cell, Failure, Table, words};
use serde::{Deserialize, Serialize};

use crate::data::games::ClassedGame;
use crate::run::answers::ask;
use crate::shape::RatedEvaluation;
use crate::stats::by_game::MeanByGame;
use crate::stats::rank::MoveRank;

/// Band of plies: where it begins (the last has no end), with the paper's figures.
struct Band {
    name: &'static str,
    from: usize,
    /// Table 4: share of quiet moves, rises with the parent–child and the sibling model, in per cent.
    paper_rises: [f64; 3],
    /// Table 5: legal moves, quiet moves, ranks with both models.
    paper_ranks: [f64; 4],
}

const BANDS: [Band; 6] = [
    Band { name: "0-20", from: 0, paper_rises: [98.4, 99.9, 93.2], paper_ranks: [35.0, 30.5, 12.2, 1.7] },
    Band { name: "20-40", from: 20, paper_rises: [90.7, 98.3, 87.2], paper_ranks: [44.6, 27.2, 8.3, 2.3] },
    Band { name: "40-60", from: 40, paper_rises: [65.8, 96.1, 82.4], paper_ranks: [68.9, 17.9, 5.7, 2.0] },
    Band { name: "60-80", from: 60, paper_rises: [49.8, 96.9, 81.1], paper_ranks: [109.3, 12.9, 4.1, 1.8] },
    Band { name: "80-100", from: 80, paper_rises: [46.3, 97.2, 80.2], paper_ranks: [133.2, 10.3, 3.3, 1.7] },
    Band { name: "100-", from: 100, paper_rises: [46.2, 96.4, 79.0], paper_ranks: [161.3, 9.1, 2.9, 1.9] },
];

/// The last row of the paper's tables.
const PAPER_ALL: ([f64; 3], [f64; 4]) = ([67.5, 97.8, 85.6], [75.7, 21.1, 7.3, 1.9]);

/// Sums of one band.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Tally {
    moves: u64,
    /// Legal moves if the played one is quiet.
    legal: u64,
    played_quiet: u64,
    candidates: u64,
    /// `[evaluation]`: rises in the current game.
    rises: Vec<u64>,
    /// `[evaluation]`: sum of the ranks in the current game.
    ranks: Vec<f64>,
    /// `[evaluation]`: rises and ranks by games.
    #[serde(skip)]
    by_game: Vec<[MeanByGame; 2]>,
}

impl Tally {
    fn new(evaluations: usize) -> Tally {
        Tally {
            rises: vec![0; evaluations],
            ranks: vec![0.0; evaluations],
            by_game: vec![Default::default(); evaluations],
            ..Tally::default()
        }
    }

    fn merge(&mut self, other: &Tally) {
        self.moves += other.moves;
        self.legal += other.legal;
        self.played_quiet += other.played_quiet;
        self.candidates += other.candidates;
        let of_game = other.rises.iter().zip(&other.ranks);
        for ([rises, ranks], (&risen, &sum)) in self.by_game.iter_mut().zip(of_game) {
            rises.push(other.played_quiet, risen as f64);
            ranks.push(other.played_quiet, sum);
        }
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.played_quiet as f64
    }
}

/// Results of the evaluations on games, in bands of plies; the last is all of them. Measures every quiet move of those games that are not
/// known yet.
pub(super) fn measure(
    rated: &[RatedEvaluation],
    games: &[&ClassedGame],
    threads: usize,
    answers: &Answers,
) -> Result<Vec<Tally>, Failure> {
    let name = |rated: &RatedEvaluation| Ok(format!("{} {:06x}", rated.name, rated.fingerprint()?));
    let names = rated.iter().map(name).collect::<Result<Vec<_>, Failure>>()?;
    let question = |game: &&ClassedGame| {
        format!("{}; sfen {} moves {}", names.join(", "), game.start, words::usi(&game.moves).join(" "))
    };
    let workers = (0..threads).map(|_| QuietMoves::default()).collect();
    let of_games: Vec<Vec<Tally>> = ask(answers, "games", games, question, workers, |filter, game| {
        of_game(rated, filter, game).map_err(|error| error.to_string())
    })?;
    let mut all = vec![Tally::new(rated.len()); BANDS.len() + 1];
    for bands in of_games {
        all.iter_mut().zip(bands).for_each(|(sum, band)| sum.merge(&band));
    }
    Ok(all)
}

fn of_game(
    rated: &[RatedEvaluation],
    filter: &mut QuietMoves,
    game: &ClassedGame,
) -> Result<Vec<Tally>, Failure> {
    let mut bands = vec![Tally::new(rated.len()); BANDS.len() + 1];
    let mut quiet = Vec::new();
    replay(&game.start, game.moves.iter().copied(), |at, mv| {
        let legal = filter.candidates(at.pos, mv, &mut quiet) as u64;
        let mut seen = Vec::new();
        for rated in rated.iter().filter(|_| !quiet.is_empty()) {
            let rises = rated.gain(at.pos, mv) > 0.0;
            seen.push((rises, rated.rank(at.pos, &quiet, mv).map_or(0.0, |(rank, _)| rank.from_zero())));
        }
        let ply = at.path.len();
        let band = BANDS.iter().rposition(|band| band.from <= ply).unwrap_or(0);
        for tally in [band, BANDS.len()] {
            let tally = &mut bands[tally];
            tally.moves += 1;
            tally.legal += if quiet.is_empty() { 0 } else { legal };
            tally.played_quiet += u64::from(!quiet.is_empty());
            tally.candidates += quiet.len() as u64;
            for (n, &(rises, rank)) in seen.iter().enumerate() {
                tally.rises[n] += u64::from(rises);
                tally.ranks[n] += rank;
            }
        }
    })?;
    Ok(bands)
}

/// The bands with the paper's figures and ours.
fn rows(found: &[Tally]) -> impl Iterator<Item = (&'static str, [f64; 3], [f64; 4], &Tally)> {
    let bands = BANDS.iter().map(|band| (band.name, band.paper_rises, band.paper_ranks));
    let all = std::iter::once(("all", PAPER_ALL.0, PAPER_ALL.1));
    bands.chain(all).zip(found).map(|((name, rises, ranks), tally)| (name, rises, ranks, tally))
}

/// Table 4: quiet moves after which the value rises for the mover, in per cent, with intervals of 95 % by games.
pub(super) fn rises(found: &[Tally], rated: &[RatedEvaluation]) -> Table {
    let columns = rated.iter().flat_map(|rated| [format!("{} %", rated.name), "95 %".to_owned()]);
    Table::of(rows(found))
        .column("plies", |(name, ..)| name)
        .column("moves", |(.., tally)| tally.moves)
        .column("quiet", |(.., tally)| tally.played_quiet)
        .real("quiet %", 1, |(.., tally)| 100.0 * tally.played_quiet as f64 / tally.moves as f64)
        .columns(["paper quiet %", "paper parent %", "paper sibling %"], |(_, paper, ..)| {
            paper.map(|percent| Cell::Real(percent, 1))
        })
        .columns(columns, |(.., tally)| tally.by_game.iter().flat_map(|[rises, _]| rises.percent_95()))
        .table()
}

/// Table 5: mean rank of the played move among the quiet ones, from 0.
pub(super) fn ranks(found: &[Tally], rated: &[RatedEvaluation]) -> Table {
    let columns = rated.iter().flat_map(|rated| [rated.name.as_str(), "±"]);
    Table::of(rows(found))
        .column("plies", |(name, ..)| name)
        .real("legal", 1, |(.., tally)| tally.mean(tally.legal as f64))
        .real("quiet", 1, |(.., tally)| tally.mean(tally.candidates as f64))
        .columns(["paper quiet", "paper parent", "paper sibling"], |(_, _, [_, means @ ..], _)| {
            means.map(|mean| Cell::Real(mean, 1))
        })
        .columns(columns, |(.., tally)| {
            let each = tally.by_game.iter().flat_map(|[_, rank]| [rank.mean(), rank.half_width_95()]);
            each.map(|number| Cell::Real(number, 2))
        })
        .table()
}

/// Moves of table 6 with the ranks of the paper's models: parent–child, sibling.
const YAGURA: [(&str, u32, u32); 24] = [
    ("7g7f", 24, 0),
    ("8c8d", 8, 1),
    ("7i6h", 5, 2),
    ("3c3d", 8, 0),
    ("6h7g", 2, 1),
    ("7a6b", 9, 0),
    ("2g2f", 11, 1),
    ("3a4b", 4, 5),
    ("3i4h", 7, 1),
    ("4a3b", 12, 1),
    ("6i7h", 15, 1),
    ("5c5d", 16, 0),
    ("5g5f", 12, 3),
    ("5a4a", 6, 0),
    ("5i6i", 6, 0),
    ("6a5b", 16, 0),
    ("4i5h", 13, 0),
    ("7c7d", 3, 0),
    ("3g3f", 3, 1),
    ("4b3c", 11, 2),
    ("8h7i", 15, 0),
    ("2b3a", 9, 1),
    ("6g6f", 8, 7),
    ("4c4d", 12, 2),
];

/// Rank of a move among the quiet ones and the best of these, if the move is one of them.
type Ranked = Option<(MoveRank, Move)>;

/// Rank of each move among the quiet ones, and the move that is preferred to it.
pub(super) fn table(rated: &[RatedEvaluation]) -> Result<Table, Failure> {
    let (mut filter, mut quiet, mut pos) = (QuietMoves::default(), Vec::new(), Position::startpos());
    // [move]: quiet moves there, and the rank of the move by each evaluation.
    let mut found: Vec<(usize, Vec<Ranked>)> = Vec::new();
    for (word, ..) in YAGURA {
        let mv: Move = word.parse()?;
        let _ = filter.candidates(&pos, mv, &mut quiet);
        found.push((quiet.len(), rated.iter().map(|rated| rated.rank(&pos, &quiet, mv)).collect()));
        pos.do_move(mv);
    }
    let cells = |ranked: &Ranked| match ranked {
        Some((rank, best)) => {
            let better = (rank.better > 0).then_some(best);
            [Cell::Real(rank.from_zero(), 1), better.map_or_else(String::new, Move::to_string).into()]
        }
        None => [Cell::Empty, Cell::Empty],
    };
    let columns = rated.iter().flat_map(|rated| [rated.name.clone(), format!("{} likes", rated.name)]);
    let mut table = Table::of((1_u64..).zip(YAGURA).zip(&found))
        .column("ply", |((ply, _), _)| ply)
        .column("move", |((_, (word, ..)), _)| word)
        .column("quiet moves", |(_, (quiet, _))| *quiet)
        .column("paper parent", |((_, (_, parent, _)), _)| parent)
        .column("paper sibling", |((_, (.., sibling)), _)| sibling)
        .columns(columns, |(_, (_, ranked))| ranked.iter().flat_map(cells))
        .table();
    let mean = |sum: f64| Cell::Real(sum / YAGURA.len() as f64, 1);
    let of_paper =
        YAGURA.iter().fold([0, 0], |sum, (_, parent, sibling)| [sum[0] + parent, sum[1] + sibling]);
    let of_rated = (0..rated.len()).flat_map(|number| {
        let ranked = found.iter().filter_map(|(_, ranked)| ranked[number].as_ref());
        [mean(ranked.map(|(rank, _)| rank.from_zero()).sum()), Cell::Empty]
    });
    let of_paper = of_paper.map(|sum| mean(f64::from(sum)));
    table.push(["mean".into(), Cell::Empty, Cell::Empty].into_iter().chain(of_paper).chain(of_rated));
    Ok(table)
}
