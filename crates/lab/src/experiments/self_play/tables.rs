//! Tables for people: the score, what it cost, how games ended. Files: the course of the match as CSV and as a figure, the games as records.

use std::io::Write;
use std::time::Duration;

use komadai_notation::record::{self, Format};
use komadai_recipe::EngineRecipe;
use komadai_report::{Cell, Failure, Interval, Plot, Report, Table, words};

use super::Options;
use crate::run::clocks::ThreadClock;
use crate::self_play::{Effort, Match, Played, Standing};
use crate::stats::elo::{EloScale, PairScore, Score};
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
    let mut rows = vec![
        ("ours, by pairs", standing.games, standing.pairs.estimate(), standing.pairs.los()),
        ("ours, by games", standing.games, standing.games.estimate(), standing.games.los()),
    ];
    rows.extend(thesis.map(|of| ("thesis: Contextbest, 10 s a move", of, of.estimate(), of.los())));
    let elo = |share: Option<Interval>, scale: EloScale| {
        share.map(|share| format!("{:+.1}", share.map(|share| scale.elo(share))))
    };
    Table::of(rows)
        .column("match", |(name, ..)| name)
        .column("games", |(_, score, ..)| score.games())
        .column("won", |(_, score, ..)| score.wins)
        .column("drawn", |(_, score, ..)| score.draws)
        .column("lost", |(_, score, ..)| score.losses)
        .real("share (%)", 1, |(_, score, ..)| score.share() * 100.0)
        .column("Elo, 200 log3(p/(1-p))", |(.., share, _)| elo(share, EloScale::PowersOfThree))
        .column("Elo, -400 log10(1/p-1)", |(.., share, _)| elo(share, EloScale::Logistic))
        .real("LOS (%)", 1, |(.., los)| los * 100.0)
        .table()
}

fn verdict(test: &Sprt, standing: &Standing) -> String {
    let cells = standing.pairs.cells();
    let (low, high) = test.bounds();
    let says = match test.verdict(&cells) {
        Verdict::Accept => {
            "accepted: the first player is as strong as the higher one says. The score leans that way, since it ended the match"
        }
        Verdict::Reject => {
            "rejected: it is no stronger than the lower one says. The score leans that way, since it ended the match"
        }
        Verdict::Continue => "undecided: more pairs are needed",
    };
    let (Sprt { elo0, elo1, .. }, llr, pairs) = (test, test.llr(&cells), standing.pairs.pairs());
    format!(
        "Test of {elo0:+} against {elo1:+} Elo: log-likelihood ratio {llr:+.2} between {low:+.2} and {high:+.2} after {pairs} pairs; {says}"
    )
}

fn effort(of: &Match, standing: &Standing) -> Table {
    let seconds = |effort: &Effort| effort.time.map_or(f64::NAN, |time| time.as_secs_f64());
    let nodes_a = |whole: f64, effort: &Effort| {
        (whole > 0.0 && effort.nodes > 0).then(|| (effort.nodes as f64 / whole).round() as u64)
    };
    Table::of([0, 1].map(|player| (player, &standing.effort[player], standing.effort[player].moves as f64)))
        .column("player", |(player, ..)| of.names[player].as_str())
        .column("moves", |(_, effort, _)| effort.moves)
        .column("nodes", |(_, effort, _)| (effort.nodes > 0).then_some(effort.nodes))
        .column("nodes a move", |(_, effort, moves)| nodes_a(moves, effort))
        .real("plies a move", 2, |(_, effort, moves)| effort.depth as f64 / moves)
        .real("CPU ms a move", 2, |(_, effort, moves)| seconds(effort) * 1e3 / moves)
        .real("wall ms a move", 2, |(_, effort, moves)| effort.wall.as_secs_f64() * 1e3 / moves)
        .column("latest (ms over)", |(player, effort, _)| {
            of.limits[player].time.map(|_| effort.late.as_millis() as u64)
        })
        .column("nodes a second", |(_, effort, _)| nodes_a(seconds(effort), effort))
        .table()
}

/// Nodes of the second player that would take as long as those of the first.
fn equal_time(of: &Match, standing: &Standing) -> Option<u64> {
    let [one, other] = &standing.effort;
    let nodes = of.limits[0].nodes?;
    let each = |nodes: u64, time: Option<Duration>| Some(time?.as_secs_f64() / nodes as f64);
    let ratio = each(one.nodes, one.time)? / each(other.nodes, other.time)?;
    // Another program may report no nodes.
    (ratio.is_finite() && ratio > 0.0).then(|| (nodes as f64 * ratio).round() as u64)
}

/// Writes the games that a fault has ended, the first of them in detail.
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
        table.push([(*end).into(), (*count).into(), Cell::Real(*count as f64 / all * 100.0, 1)]);
    }
    table.push(["points of Black".into(), Cell::Empty, Cell::Real(standing.black.share() * 100.0, 1)]);
    let moves = Cell::Real(standing.moves as f64 / all, 1);
    table.push(["moves after the opening, mean".into(), moves, Cell::Empty]);
    table
}

/// Table 6.1, if the players, who have the same evaluation, are those of that match: a search with Contextbest against the same search
/// without it.
pub(super) fn of_thesis(first: &EngineRecipe, second: &EngineRecipe) -> Option<Score> {
    let (EngineRecipe::Search(with), EngineRecipe::Search(without)) = (first, second) else {
        return None;
    };
    let alone = !without.has("context") && without.with("context") == *with;
    alone.then_some(Score { wins: 171, draws: 0, losses: 129 })
}

/// Writes the files: the games as records, with the scores of their moves if the format has comments; the course of the match as CSV and as
/// a figure.
pub(super) fn files(
    report: &mut Report,
    options: &Options,
    of: &Match,
    games: &[Played],
    thesis: Option<Score>,
    test: Option<&Sprt>,
) -> Result<(), Failure> {
    let players = [options.of.a.clone(), options.of.b.clone()];
    for (format, between) in [(Format::Usi, ""), (Format::Csa, "/\n"), (Format::Kif, "\n")] {
        let record = |(index, game): (usize, &Played)| -> Result<String, Failure> {
            Ok(record::write(&game.record(of.opening(index), &players)?, format)?)
        };
        let records = games.iter().enumerate().map(record).collect::<Result<Vec<_>, _>>()?;
        report.file("Games", &format!("games.{format}"), &records.join(between))?;
    }
    // The score after each pair.
    let mut score = PairScore::default();
    let pairs = games.chunks_exact(2).map(|pair| {
        score.push(pair.iter().map(Played::half_points).sum());
        score
    });
    let course: Vec<PairScore> = pairs.collect();
    report.csv("self-play.csv", &course_table(&course, test))?;
    // With only wins or only losses there is no figure: Elo has no place on the axis yet.
    Ok(report.figure("self-play.svg", &figure(options, &course, thesis))?)
}

fn course_table(course: &[PairScore], test: Option<&Sprt>) -> Table {
    let known = |score: &PairScore| Some((*score, score.estimate()?, score.elo(EloScale::PowersOfThree)?));
    Table::of(course.iter().filter_map(known))
        .column("games", |(score, ..)| 2 * score.pairs())
        .columns(["pairs_0", "pairs_half", "pairs_1", "pairs_1_half", "pairs_2"], |(score, ..)| {
            score.counts.map(Cell::from)
        })
        .real("share", 2, |(_, share, _)| share.value)
        .real("elo_log3", 2, |(.., elo)| elo.value)
        .real("elo_log3_low", 2, |(.., elo)| elo.low)
        .real("elo_log3_high", 2, |(.., elo)| elo.high)
        .real("elo_logistic", 2, |(_, share, _)| EloScale::Logistic.elo(share.value))
        .real("los", 2, |(score, ..)| score.los())
        .real("sprt_llr", 2, |(score, ..)| test.map_or(f64::NAN, |test| test.llr(&score.cells())))
        .table()
}

/// Games at the beginning, as a share of all, that the figure leaves out: their intervals would fill it.
const LEFT_OUT: f64 = 0.1;

fn figure(options: &Options, course: &[PairScore], thesis: Option<Score>) -> Plot {
    let first = course.len() as f64 * LEFT_OUT;
    let shown = course.iter().filter(|score| score.pairs() as f64 >= first);
    let points: Vec<(f64, Interval)> = shown
        .filter_map(|score| Some((2.0 * score.pairs() as f64, score.elo(EloScale::PowersOfThree)?)))
        .collect();
    // Players are named by what differs between them.
    let against = options.against_eval.as_ref().unwrap_or(&options.eval.eval);
    let name = |recipe: &str, eval: &str| {
        if *against == options.eval.eval { recipe.to_owned() } else { format!("{recipe} ({eval})") }
    };
    let (a, b) = (name(&options.of.a, &options.eval.eval), name(&options.of.b, against));
    let plot = Plot::new(&format!("Strength of {a} against {b}"))
        .x_axis("games", "")
        .y_axis("200 log3(p/(1-p))", "Elo")
        .line("estimate", points.iter().map(|(games, elo)| (*games, elo.value)))
        .band("95 %", points.iter().map(|(games, elo)| (*games, elo.low, elo.high)))
        .level(0.0);
    let Some(thesis) = thesis else { return plot };
    let elo = EloScale::PowersOfThree.elo(thesis.share());
    plot.named_level(&format!("{elo:+.1}, Contextbest in the thesis; and 0"), elo)
}
