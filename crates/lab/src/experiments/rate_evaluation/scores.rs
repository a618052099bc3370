//! Whether an evaluation agrees with strong engines: correlation of its values with the scores that engines wrote beside their moves.
//!
//! Values are those of a quiescence search of the position that the engine searched, before the move with the score; positions in check are
//! left out. Both become chances of winning by σ(v / 600): what counts is who stands better, not by how many pieces in a won game. Scores
//! of engines are a yardstick here; nothing of ours is trained on them.

use std::collections::HashMap;
use std::path::Path;

use komadai::evaluation::Evaluation;
use komadai_core::Color;
use komadai_learn::map_in_parallel;
use komadai_report::{Cell, Failure, InputText, Progress, Table, numbered_lines};
use komadai_search::Searcher;

use crate::data::games::ClassedGame;
use crate::stats::regression::Regression;

/// Centipawns at which σ is 73 %.
const SCALE: f64 = 600.0;
/// Bands of plies: the number of the move that was played in a position, from 1.
const BANDS: [(&str, usize, usize); 4] =
    [("to 40", 0, 40), ("41 to 80", 41, 80), ("from 81", 81, usize::MAX), ("all", 0, usize::MAX)];

/// Scores of Black by game: plies and centipawns.
type Scores = HashMap<String, Vec<(usize, f64)>>;

/// The ply of a position, and Black's chances in it, by an evaluation of ours and by the engine that played.
type Scored = (usize, f64, f64);

/// Reads lines `ID<TAB>PLY:SCORE …`; a score belongs to the move of this number, from 1, and is good for Black if positive.
fn read(path: &Path) -> Result<Scores, Failure> {
    let InputText { name, text } = InputText::read(Some(path), "", &[])?;
    let mut scores = Scores::new();
    for (number, line) in numbered_lines(&text) {
        let pair = |word: &str| {
            let (ply, score) = word.split_once(':')?;
            Some((ply.parse().ok()?, score.parse().ok().filter(|score: &f64| score.is_finite())?))
        };
        let wrong = |found: &str| {
            Failure::from(format!(
                "{name}, line {number}: found {found:?}, expected ID, a tab and PLY:SCORE with spaces between"
            ))
        };
        let (id, words) = line.split_once('\t').ok_or_else(|| wrong(line))?;
        let of_game = words
            .split_whitespace()
            .map(|word| pair(word).ok_or_else(|| wrong(word)))
            .collect::<Result<_, _>>()?;
        if scores.insert(id.to_owned(), of_game).is_some() {
            return Err(format!("{name}, line {number}: found {id:?} again, expected a line a game").into());
        }
    }
    Ok(scores)
}

/// Correlations of chances by band of plies, one row per evaluation.
pub(super) fn table(
    evaluations: &[Evaluation],
    games: &[&ClassedGame],
    path: &Path,
    threads: usize,
) -> Result<Table, Failure> {
    let scores = read(path)?;
    let scored: Vec<(&ClassedGame, &[(usize, f64)])> =
        games.iter().filter_map(|&game| Some((game, &**scores.get(&game.id)?))).collect();
    if scored.is_empty() {
        return Err(format!("{}: no line for any of the {} games", path.display(), games.len()).into());
    }
    let chance = |value: f64| 1.0 / (1.0 + (-value / SCALE).exp());
    let mut table = Table::new(["evaluation", "plies", "games", "positions", "correlation"]);
    for eval in evaluations {
        let progress = Progress::new(scored.len(), 0, "games");
        let workers = (0..threads).map(|_| Searcher::new(eval.clone())).collect();
        let of_games = map_in_parallel(
            workers,
            &scored,
            |searcher, &(game, scores)| {
                let wanted: HashMap<usize, f64> = scores.iter().copied().collect();
                let mut found = Vec::new();
                let mut pos = game.start.clone();
                for (ply, &mv) in (1..).zip(&game.moves) {
                    if let Some(&score) = wanted.get(&ply).filter(|_| !pos.in_check()) {
                        let value = f64::from(searcher.quiescence(&pos).cp());
                        let black = if pos.side_to_move() == Color::Black { value } else { -value };
                        found.push((ply, chance(black), chance(score)));
                    }
                    pos.do_move(mv);
                }
                found
            },
            || progress.step(),
        );
        for (name, from, to) in BANDS {
            let is_within = |&&(ply, ..): &&Scored| (from..=to).contains(&ply);
            let within = |game: &&Vec<Scored>| game.iter().any(|of| is_within(&of));
            let points = || of_games.iter().flatten().filter(is_within);
            let line = Regression::of(points().map(|&(_, ours, theirs)| (ours, theirs)));
            let correlation = line.map_or(Cell::Empty, |line| Cell::Real(line.r, 3));
            let positions = points().count();
            let games = of_games.iter().filter(within).count();
            table.push([eval.to_string().into(), name.into(), games.into(), positions.into(), correlation]);
        }
    }
    Ok(table)
}
