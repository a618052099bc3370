//! Tables for people: the score, what it cost, how games ended.

use std::io::Write;
use std::time::Duration;

use komadai_recipe::EngineRecipe;
use komadai_report::{Cell, Interval, Report, Table, words};

use crate::run::clocks::ThreadClock;
use crate::self_play::{Match, Played, Standing};
use crate::stats::elo::{EloScale, Score};
use crate::stats::sprt::{Sprt, Verdict};

/// All tables.
pub(super) fn write(
    out: &mut Report,
    of: &Match,
    standing: &Standing,
    thesis: Option<Score>,
    test: Option<&Sprt>,
) -> std::io::Result<()> {
    let title = "Score of the first player (intervals of 95 %, by pairs of games where there are pairs)";
    out.table(title, "score.csv", &score(standing, thesis))?;
    if let Some(test) = test {
        writeln!(out, "\n{}", verdict(test, standing))?;
    }
    out.print(&format!("What it cost (CPU is {})", ThreadClock::kind()), &effort(of, standing))?;
    if let Some(nodes) = equal_time(of, standing) {
        writeln!(out, "Both would work as long as each other with about --nodes-b {nodes}.")?;
    }
    out.print("Games", &games(standing))
}

fn score(standing: &Standing, thesis: Option<Score>) -> Table {
    let mut table = Table::new([
        "match",
        "games",
        "won",
        "drawn",
        "lost",
        "share (%)",
        "Elo, 200 log3(p/(1-p))",
        "Elo, -400 log10(1/p-1)",
        "LOS (%)",
    ]);
    let mut row = |name: &str, score: Score, share: Option<Interval>, los: f64| {
        let elo = |scale: EloScale| -> Cell {
            share.map(|share| format!("{:+.1}", share.map(|share| scale.elo(share)))).into()
        };
        table.push([
            name.into(),
            score.games().into(),
            score.wins.into(),
            score.draws.into(),
            score.losses.into(),
            Cell::real(score.share() * 100.0, 1),
            elo(EloScale::PowersOfThree),
            elo(EloScale::Logistic),
            Cell::real(los * 100.0, 1),
        ]);
    };
    row("ours, by pairs", standing.games, standing.pairs.estimate(), standing.pairs.los());
    row("ours, by games", standing.games, standing.games.estimate(), standing.games.los());
    if let Some(thesis) = thesis {
        row("thesis: Contextbest, 10 s a move", thesis, thesis.estimate(), thesis.los());
    }
    table
}

fn verdict(test: &Sprt, standing: &Standing) -> String {
    let cells = standing.pairs.cells();
    let (low, high) = test.bounds();
    let says = match test.verdict(&cells) {
        Verdict::Accept => "accepted: the first player is as strong as the higher one says",
        Verdict::Reject => "rejected: it is no stronger than the lower one says",
        Verdict::Continue => "undecided: more pairs are needed",
    };
    format!(
        "Test of {:+} against {:+} Elo: log-likelihood ratio {:+.2} between {low:+.2} and {high:+.2} after {} pairs; {says}",
        test.elo0,
        test.elo1,
        test.llr(&cells),
        standing.pairs.pairs()
    )
}

fn effort(of: &Match, standing: &Standing) -> Table {
    let mut table = Table::new([
        "player",
        "moves",
        "nodes",
        "nodes a move",
        "plies a move",
        "CPU ms a move",
        "wall ms a move",
        "latest (ms over)",
        "nodes a second",
    ]);
    for ((name, effort), limits) in of.names.iter().zip(&standing.effort).zip(&of.limits) {
        let moves = effort.moves as f64;
        let seconds = effort.time.map_or(f64::NAN, |time| time.as_secs_f64());
        table.push([
            name.as_str().into(),
            effort.moves.into(),
            effort.nodes.into(),
            (effort.moves > 0).then(|| (effort.nodes as f64 / moves).round() as u64).into(),
            Cell::real(effort.depth as f64 / moves, 2),
            Cell::real(seconds * 1e3 / moves, 2),
            Cell::real(effort.wall.as_secs_f64() * 1e3 / moves, 2),
            limits.time.map(|_| effort.late.as_millis() as u64).into(),
            (seconds > 0.0).then(|| (effort.nodes as f64 / seconds).round() as u64).into(),
        ]);
    }
    table
}

/// Nodes of the second player that would take as long as those of the first.
fn equal_time(of: &Match, standing: &Standing) -> Option<u64> {
    let [one, other] = &standing.effort;
    let nodes = of.limits[0].nodes?;
    let each = |nodes: u64, time: Option<Duration>| Some(time?.as_secs_f64() / nodes as f64);
    let ratio = each(one.nodes, one.time)? / each(other.nodes, other.time)?;
    ratio.is_finite().then(|| (nodes as f64 * ratio).round() as u64)
}

/// The games that a fault has ended, of which so many are told.
pub(super) fn faults(out: &mut Report, of: &Match, games: &[Played]) -> std::io::Result<()> {
    const TOLD: usize = 20;
    let faults = (1..).zip(games).filter_map(|(number, game)| Some((number, game, game.fault.as_ref()?)));
    let faults: Vec<_> = faults.collect();
    if !faults.is_empty() {
        let lost = words::count(faults.len() as u64, "game was", "games were");
        writeln!(out, "\n{lost} lost by a fault:")?;
    }
    for (number, game, seen) in faults.iter().take(TOLD) {
        let player = usize::from(game.over.winner() == Some(game.first_is));
        writeln!(out, "game {number}, {}: {}, {seen}", of.names[player], game.over.name())?;
    }
    if faults.len() > TOLD { writeln!(out, "and more; all stand in the journal") } else { Ok(()) }
}

fn games(standing: &Standing) -> Table {
    let mut table = Table::new(["", "games", "share (%)"]);
    let all = standing.games.games() as f64;
    for (end, count) in &standing.ends {
        table.push([(*end).into(), (*count).into(), Cell::real(*count as f64 / all * 100.0, 1)]);
    }
    table.push(["points of Black".into(), Cell::Empty, Cell::real(standing.black.share() * 100.0, 1)]);
    table.push([
        "moves after the opening, mean".into(),
        Cell::real(standing.moves as f64 / all, 1),
        Cell::Empty,
    ]);
    table
}

/// Table 6.1, if the players, who have the same evaluation, are those of that match: a search with Contextbest against the same one
/// without.
pub(super) fn of_thesis(first: &EngineRecipe, second: &EngineRecipe) -> Option<Score> {
    let (EngineRecipe::Search(with), EngineRecipe::Search(without)) = (first, second) else {
        return None;
    };
    let alone = !without.has("context") && without.with("context") == *with;
    alone.then_some(GAMES)
}

const GAMES: Score = Score { wins: 171, draws: 0, losses: 129 };
