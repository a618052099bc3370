//! Bad shapes (悪形) that an evaluation should avoid: tables 7 and 8 of paper 001.
//!
//! The paper takes four problems from a page on bad shapes and shows partial boards (figs. 3 and 4). Its text names the moves, the pieces
//! that matter and the rook in front of its own pawn; the rest of these boards is only in pictures that were lost. So each problem is asked
//! twice: on a partial board with the pieces that the text needs and their natural neighbours, and on a whole board from an opening in
//! which the same moves are possible. Problem 3 on the whole board is the paper's 3′, the initial position, where nothing had to be
//! guessed.

use komadai_core::{Move, Position};
use komadai_eval::pair::Relation;
use komadai_report::{Cell, Failure, Table};

use crate::shape::RatedEvaluation;

/// A problem: the board, the moves that spoil the shape, and those that do not.
struct Problem {
    name: &'static str,
    /// Whether the paper's words give the board; else it was put together from them.
    exact: bool,
    sfen: &'static str,
    /// A whole board on which the same moves are possible; the paper prints no values there.
    whole: Option<&'static str>,
    bad: &'static [Candidate],
    good: &'static [Candidate],
}

/// A move (after another one, if the paper has two), and the values of the paper's models: parent–child, sibling.
struct Candidate {
    moves: &'static [&'static str],
    japanese: &'static str,
    paper: (i32, i32),
}

const fn candidate(moves: &'static [&'static str], japanese: &'static str, paper: (i32, i32)) -> Candidate {
    Candidate { moves, japanese, paper }
}

const PROBLEMS: [Problem; 5] = [
    Problem {
        name: "1",
        exact: false,
        sfen: "9/9/9/9/9/7R1/2P1PPP1P/6S2/4GG1NL b P 1",
        whole: Some("lnsgk1snl/1r4gb1/p1pppp1pp/6p2/9/2P4R1/PP1PPPP1P/1BG6/LNS1KGSNL b P 1"),
        bad: &[
            candidate(&["2f3f"], "3六飛", (9, -15)),
            candidate(&["2f4f"], "4六飛", (61, -13)),
            candidate(&["2f2g"], "2七飛", (21, -17)),
            candidate(&["P*2e"], "2五歩", (30, -41)),
        ],
        good: &[candidate(&["1g1f"], "1六歩", (55, 38)), candidate(&["4g4f"], "4六歩", (41, -5))],
    },
    Problem {
        name: "2",
        exact: false,
        sfen: "9/9/9/9/9/2P6/PP+bPP4/1SG6/LN2K4 b b 1",
        whole: Some("lnsgk1snl/1r4g2/p1ppppbpp/6p2/1p7/2P4P1/PP+bPPPP1P/1SG4R1/LN2KGSNL b - 1"),
        bad: &[candidate(&["8i7g"], "7七桂", (5, -25)), candidate(&["7h7g"], "7七金", (-8, -42))],
        good: &[candidate(&["8h7g"], "7七銀", (-22, 9))],
    },
    Problem {
        name: "3",
        exact: false,
        sfen: "9/9/9/9/9/9/4PPPPP/7R1/4KGSNL b - 1",
        whole: None,
        bad: &[candidate(&["2h1h"], "1八飛", (99, 3)), candidate(&["2h1h", "3i2h"], "(2八銀)", (52, -21))],
        good: &[candidate(&["2g2f"], "2六歩", (7, -9))],
    },
    Problem {
        name: "3'",
        exact: true,
        sfen: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        whole: None,
        bad: &[candidate(&["2h1h"], "1八飛", (88, -38)), candidate(&["2h1h", "3i2h"], "(2八銀)", (115, -38))],
        good: &[candidate(&["2g2f"], "2六歩", (121, 59))],
    },
    Problem {
        name: "4",
        exact: false,
        sfen: "9/9/9/9/9/8P/3PPPPP1/4G1SK1/5G1NL b - 1",
        whole: Some("ln1g3nl/1ks1gr3/1ppppsbpp/p5p2/5p3/P1P5P/1P1PPPPP1/1BS1G1SK1/LN1R1G1NL b - 1"),
        bad: &[candidate(&["2h3i"], "3九玉", (-41, -25)), candidate(&["2g2f"], "2六歩", (-3, -40))],
        good: &[candidate(&["5g5f"], "5六歩", (19, 2)), candidate(&["4g4f"], "4六歩", (26, 9))],
    },
];

/// Every problem on the board of the text and on the whole one: its name there, the position, whether the paper has values for it.
fn asked() -> impl Iterator<Item = (&'static Problem, String, &'static str, bool)> {
    PROBLEMS.iter().flat_map(|problem| {
        let whole = problem.whole.map(|sfen| (problem, format!("{} whole", problem.name), sfen, false));
        [(problem, problem.name.to_owned(), problem.sfen, true)].into_iter().chain(whole)
    })
}

/// These headings, and one for each evaluation.
fn heading<'a>(first: &[&'a str], rated: &'a [RatedEvaluation]) -> impl Iterator<Item = &'a str> {
    first.iter().copied().chain(rated.iter().map(|rated| rated.name.as_str()))
}

/// Table 7: how much each move changes the value for Black, the paper's models beside ours.
pub(super) fn table(rated: &[RatedEvaluation]) -> Result<Table, Failure> {
    let first = ["problem", "board", "shape", "move", "paper parent", "paper sibling"];
    let mut table = Table::new(heading(&first, rated));
    for (problem, name, sfen, printed) in asked() {
        let board = if problem.exact { "the paper's" } else { "put together" };
        for (shape, candidates) in [("bad", problem.bad), ("good", problem.good)] {
            for Candidate { moves, japanese, paper: (parent, sibling) } in candidates {
                let words = [&name, board, shape, japanese].map(Cell::from);
                let paper = [parent, sibling].map(|&value| printed.then_some(value).into());
                let ours = rated.iter().map(|rated| Ok(Cell::Real(change(rated, sfen, moves)?, 1)));
                let ours = ours.collect::<Result<Vec<_>, Failure>>()?;
                table.push(words.into_iter().chain(paper).chain(ours));
            }
        }
    }
    Ok(table)
}

/// Which problems an evaluation solves: those where the best first move of a good shape is above every bad one.
pub(super) fn verdicts(rated: &[RatedEvaluation]) -> Table {
    let mut table = Table::new(heading(&["problem", "paper parent", "paper sibling"], rated));
    for (problem, name, sfen, printed) in asked() {
        let first = |all: &'static [Candidate]| all.iter().filter(|candidate| candidate.moves.len() == 1);
        let verdict = |value: &dyn Fn(&Candidate) -> Option<f64>| -> Cell {
            let best = |all| first(all).filter_map(value).reduce(f64::max);
            match (best(problem.good), best(problem.bad)) {
                (Some(good), Some(bad)) if good > bad => Cell::from("avoids"),
                (Some(good), Some(bad)) if good < bad => Cell::from("falls in"),
                (Some(_), Some(_)) => Cell::from("sees no difference"),
                _ => Cell::Empty,
            }
        };
        let papers: [fn(&Candidate) -> i32; 2] = [|of| of.paper.0, |of| of.paper.1];
        let papers = papers.map(|of| verdict(&|candidate| printed.then(|| f64::from(of(candidate)))));
        // Positions of this file are good ones, as a test holds.
        let ours = rated.iter().map(|rated| verdict(&|of| change(rated, sfen, of.moves).ok()));
        table.push([name.into()].into_iter().chain(papers).chain(ours));
    }
    let asked: fn(&Cell) -> bool = |cell| *cell != Cell::Empty;
    let counts = [("asked", asked), ("avoided", |cell| *cell == Cell::from("avoids"))].map(|(name, is)| {
        let count = |column: usize| table.rows().iter().filter(|row| is(&row[column])).count().into();
        [name.into()].into_iter().chain((1..=2 + rated.len()).map(count)).collect::<Vec<Cell>>()
    });
    for row in counts {
        table.push(row);
    }
    table
}

/// The change by the last of the moves.
fn change(rated: &RatedEvaluation, sfen: &str, moves: &[&str]) -> Result<f64, Failure> {
    let mut pos: Position = sfen.parse()?;
    let mut change = 0.0;
    for word in moves {
        let mv: Move = word.parse()?;
        if !pos.is_legal(mv) {
            return Err(format!("{word} cannot be played in {pos}").into());
        }
        change = rated.shape_change(&pos, mv);
        pos.do_move(mv);
        // In the paper, Black moves twice in a row.
        pos.do_null();
    }
    Ok(change)
}

/// The pairs of table 8: pieces in their places, Japanese, the paper's weights.
const EXCERPT: [(&str, &str, &str, i32, i32); 5] = [
    ("S8h", "G7h", "8八銀 7八金", 8, 7),
    ("S7g", "G7h", "7七銀 7八金", 3, 7),
    ("G7g", "S8h", "7七金 8八銀", 9, -7),
    ("G7g", "N8i", "7七金 8九桂", 23, 2),
    ("G7h", "S8h", "7八金 8八銀", 8, 7),
];

/// Table 8: the weights behind problem 2.
pub(super) fn weights(rated: &[RatedEvaluation]) -> Result<Table, Failure> {
    let mut table = Table::new(heading(&["pair", "paper parent", "paper sibling"], rated));
    for (a, b, japanese, parent, sibling) in EXCERPT {
        let relation = Relation::between(a.parse()?, b.parse()?).ok_or("two pieces on one square")?;
        let ours = rated.iter().map(|of| of.weight(relation).map(|weight| Cell::Real(weight, 1)).into());
        table.push([japanese.into(), parent.into(), sibling.into()].into_iter().chain(ours));
    }
    Ok(table)
}
