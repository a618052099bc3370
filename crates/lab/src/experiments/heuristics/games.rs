//! Games: what a part is worth in Elo, at equal nodes and at equal time; how many nodes make two searches equal.

use std::io::Write;

use crate::data::openings::read_openings;
use crate::recipe::Recipe;
use crate::self_play::{Match, MatchJournal, MatchRules, Standing};
use crate::stats::elo::EloScale;
use komadai_core::notation::usi::GameLine;
use komadai_learn::Answers;
use komadai_report::Failure;
use komadai_report::Folded;
use komadai_report::Interval;
use komadai_report::Progress;
use komadai_report::content_fingerprint;
use komadai_report::save;
use komadai_report::{Cell, Table};
use komadai_search::Limits;

use super::options::Options;
use super::rows;
use super::setup::Setup;

const OPENINGS: [&str; 2] = [komadai::samples::BALANCED_OPENINGS, komadai::samples::MORE_OPENINGS];

/// The controls of depth that are compared with plies and late-move reductions.
pub(super) const CONTROLS: [&str; 3] =
    ["modern-late-moves", "modern-late-moves+categories", "modern-late-moves+softmax"];

/// Wins, draws and losses of the first player, the interval of its share of points, and the time a node of the second over
/// that of the first.
struct Result3 {
    text: String,
    share: Interval,
    time: f64,
}

/// One row for each part: the search with it against the search without it.
pub(super) fn parts(setup: &Setup<'_>, journal: &Answers) -> Result<(), Failure> {
    let options = setup.options;
    let rows = rows::combined(setup.parts)?;
    let wanted: Vec<_> = rows.rows.iter().filter(|row| options.wants(&row.name)).collect();
    let mut table = Table::new([
        "part",
        "W-D-L, equal nodes",
        "Elo",
        "time a node, with / without",
        "W-D-L, equal time",
        "Elo",
    ]);
    // Two matches a row.
    let progress = Progress::new(4 * wanted.len() * options.pairs as usize, 0, "games");
    for row in wanted {
        let nodes = options.nodes;
        let equal = play(setup, journal, &progress, [&row.with, &row.without], [nodes, nodes])?;
        let mut cells = vec![
            Cell::from(row.name.as_str()),
            equal.text.as_str().into(),
            elo(equal.share),
            Cell::real(1.0 / equal.time, 2),
        ];
        // Nodes for the time that the search without the part needs for its own.
        let fair = (nodes as f64 * equal.time).round() as u64;
        if fair.abs_diff(nodes) * 20 >= nodes {
            let timed = play(setup, journal, &progress, [&row.with, &row.without], [fair.max(1), nodes])?;
            cells.push(timed.text.as_str().into());
            cells.push(elo(timed.share));
        } else {
            // Less than five per cent apart: no more than a clock can tell, and the same match.
            cells.push(equal.text.as_str().into());
            cells.push(elo(equal.share));
            (0..2 * options.pairs).for_each(|_| progress.step());
        }
        table.push(cells);
    }
    progress.finish();
    let title = format!(
        "{}: with the part against without it, {} nodes a move, {} pairs of games",
        rows.title, options.nodes, options.pairs
    );
    show(options, "games", &title, &table)
}

/// The controls of depth, each against plies with late-move reductions at as many nodes, at twice and at four times as many.
pub(super) fn controls(setup: &Setup<'_>, journal: &Answers) -> Result<(), Failure> {
    let options = setup.options;
    let base: Recipe = "modern".parse()?;
    let mut table =
        Table::new(["control of depth", "nodes", "against plies and late moves with", "W-D-L", "Elo"]);
    let wanted: Vec<&str> = CONTROLS.into_iter().filter(|text| options.wants(text)).collect();
    let progress = Progress::new(6 * wanted.len() * options.pairs as usize, 0, "games");
    for text in wanted {
        let recipe: Recipe = text.parse()?;
        for times in [1, 2, 4] {
            let nodes = [options.nodes.saturating_mul(times), options.nodes];
            let result = play(setup, journal, &progress, [&recipe, &base], nodes)?;
            table.push([
                Cell::from(text),
                Cell::from(nodes[0]),
                Cell::from(nodes[1]),
                result.text.as_str().into(),
                elo(result.share),
            ]);
        }
    }
    progress.finish();
    let title = format!(
        "Controls of depth under one search, {} pairs of games. Tsuruoka et al. (2002): realization probability is worth \
         more than a doubling of speed, against a search of the time, without late-move reductions",
        options.pairs
    );
    show(options, "depth", &title, &table)
}

fn elo(share: Interval) -> Cell {
    format!("{:+.0}", share.map(|share| EloScale::Logistic.elo(share))).into()
}

fn show(options: &Options, name: &str, title: &str, table: &Table) -> Result<(), Failure> {
    let mut out = Folded::stdout();
    writeln!(out, "{title}\n\n{}", table.to_text())?;
    let path = save(&options.out, &format!("{name}.csv"), &table.to_csv())?;
    writeln!(out, "File         {}\n", path.display())?;
    Ok(())
}

/// As many openings as there are pairs.
pub(super) fn openings(options: &Options) -> Result<Vec<GameLine>, Failure> {
    let mut lines = Vec::new();
    for text in OPENINGS {
        lines.extend(read_openings(text).map_err(|error| format!("data/openings: {error}"))?);
    }
    let there = lines.len();
    if options.pairs as usize > there {
        return Err(
            format!("--pairs {}: found {there} openings, expected no more pairs", options.pairs).into()
        );
    }
    lines.truncate(options.pairs as usize);
    Ok(lines)
}

/// One match, or what the journal knows of it. Its games are kept in a journal of their own, so that a match that is broken off goes
/// on.
fn play(
    setup: &Setup<'_>,
    journal: &Answers,
    progress: &Progress,
    recipes: [&Recipe; 2],
    nodes: [u64; 2],
) -> Result<Result3, Failure> {
    let options = setup.options;
    let of = Match {
        names: [setup.describe(recipes[0])?, setup.describe(recipes[1])?],
        limits: nodes.map(Limits::nodes),
        rules: MatchRules::default(),
        openings: openings(options)?,
    };
    let key = format!("match {} {} pairs table {} MB", of.describe(), options.pairs, options.hash_mb);
    let mut left = of.games();
    let mut measure = || -> Result<String, Failure> {
        let engine = |recipe: &Recipe| setup.eval.engine(recipe, setup.hash_mb());
        let players = (0..options.threads)
            .map(|_| Ok([engine(recipes[0])?, engine(recipes[1])?]))
            .collect::<Result<Vec<_>, Failure>>()?;
        let path = options.out.join(format!("heuristics-match-{:06x}.tsv", content_fingerprint(&key)));
        let (mut kept, known) = MatchJournal::open(&path, &of)?;
        left -= known.iter().flatten().count();
        (left..of.games()).for_each(|_| progress.step());
        let games = of.run(players, known, None, |index, game| {
            left -= 1;
            progress.step();
            kept.note(&of, index, game)
        })?;
        kept.finish(&of, &games)?;
        let standing = Standing::of(&games);
        let share = standing.pairs.estimate().ok_or("no games")?;
        let pace = |i: usize| {
            let effort = &standing.effort[i];
            effort.time.map_or(1.0, |time| time.as_secs_f64() / effort.nodes.max(1) as f64)
        };
        let score = standing.games;
        Ok(format!(
            "{}-{}-{} {} {} {} {:.4}",
            score.wins,
            score.draws,
            score.losses,
            share.value,
            share.low,
            share.high,
            pace(1) / pace(0).max(f64::MIN_POSITIVE)
        ))
    };
    let text = if let Some(text) = journal.known(&key) {
        text
    } else {
        let text = measure()?;
        journal.note(&key, &text)?;
        text
    };
    // Those of a match that was over already.
    (0..left).for_each(|_| progress.step());
    let mut words = text.split(' ');
    let score = words.next().unwrap_or_default().to_owned();
    let numbers: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
    let [value, low, high, time] =
        numbers.try_into().map_err(|_| format!("a line that cannot be read: {key}"))?;
    Ok(Result3 { text: score, share: Interval { value, low, high }, time })
}
