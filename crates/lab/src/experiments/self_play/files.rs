//! The course of the match as CSV and as a figure; the games as records.

use komadai_notation::record;
use komadai_notation::record::Format;
use komadai_report::{Cell, Failure, Interval, Plot, Report, Table};

use super::options::Options;
use crate::self_play::{Match, Played};
use crate::stats::elo::{EloScale, PairScore, Score};
use crate::stats::sprt::Sprt;

/// Writes everything.
pub(super) fn write(
    report: &mut Report,
    options: &Options,
    of: &Match,
    games: &[Played],
    thesis: Option<Score>,
    test: Option<&Sprt>,
) -> Result<(), Failure> {
    let course = course(games);
    for (format, between) in [(Format::Usi, ""), (Format::Csa, "/\n"), (Format::Kif, "\n")] {
        report.file("Games", &format!("games.{format}"), &records(options, of, games, format, between)?)?;
    }
    report.csv("self-play.csv", &table(&course, test))?;
    // Of nothing but wins, or nothing but losses, there is no figure: Elo has no place on the axis yet.
    Ok(report.figure("self-play.svg", &figure(options, &course, thesis))?)
}

/// The score after each pair.
fn course(games: &[Played]) -> Vec<PairScore> {
    let mut score = PairScore::default();
    let pairs = games.chunks_exact(2).map(|pair| {
        score.push(pair.iter().map(Played::half_points).sum());
        score
    });
    pairs.collect()
}

fn table(course: &[PairScore], test: Option<&Sprt>) -> Table {
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

/// The players by what differs between them.
fn title(options: &Options) -> String {
    let against = options.against_eval.as_ref().unwrap_or(&options.eval.eval);
    let name = |recipe: &str, eval: &str| {
        if *against == options.eval.eval { recipe.to_owned() } else { format!("{recipe} ({eval})") }
    };
    format!(
        "Strength of {} against {}",
        name(&options.of.a, &options.eval.eval),
        name(&options.of.b, against)
    )
}

/// Games at the beginning, as a share of all, that the figure leaves out: their intervals would fill it.
const LEFT_OUT: f64 = 0.1;

fn figure(options: &Options, course: &[PairScore], thesis: Option<Score>) -> Plot {
    let first = course.len() as f64 * LEFT_OUT;
    let shown = course.iter().filter(|score| score.pairs() as f64 >= first);
    let points: Vec<(f64, Interval)> = shown
        .filter_map(|score| Some((2.0 * score.pairs() as f64, score.elo(EloScale::PowersOfThree)?)))
        .collect();
    let plot = Plot::new(&title(options))
        .x_axis("games", "")
        .y_axis("200 log3(p/(1-p))", "Elo")
        .line("estimate", points.iter().map(|(games, elo)| (*games, elo.value)))
        .band("95 %", points.iter().map(|(games, elo)| (*games, elo.low, elo.high)))
        .level(0.0);
    let Some(thesis) = thesis else { return plot };
    let elo = EloScale::PowersOfThree.elo(thesis.share());
    plot.named_level(&format!("{elo:+.1}, Contextbest in the thesis; and 0"), elo)
}

/// All games, with the scores of their moves where the format has comments.
fn records(
    options: &Options,
    of: &Match,
    games: &[Played],
    format: Format,
    between: &str,
) -> Result<String, Failure> {
    let players = [options.of.a.clone(), options.of.b.clone()];
    let of_game = |(index, game): (usize, &Played)| -> Result<String, Failure> {
        Ok(record::write(&game.record(of.opening(index), &players)?, format)?)
    };
    Ok(games.iter().enumerate().map(of_game).collect::<Result<Vec<_>, _>>()?.join(between))
}
