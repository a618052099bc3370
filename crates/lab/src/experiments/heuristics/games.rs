//! Games: what a part is worth in Elo, at equal nodes and at equal time; how many nodes make two searches equal.

use komadai::journal::Answers;
use komadai_core::notation::usi::GameLine;
use komadai_recipe::Recipe;
use komadai_report::{Cell, Failure, Interval, Progress, Report, Table};
use komadai_search::Limits;

use super::{Options, Setup, rows};
use crate::data::openings::read_openings;
use crate::self_play::{Match, MatchRules, Standing};
use crate::stats::elo::EloScale;

const OPENINGS: [&str; 2] = [komadai::samples::BALANCED_OPENINGS, komadai::samples::MORE_OPENINGS];

/// The controls of depth that are compared with plies and late-move reductions.
pub(super) const CONTROLS: [&str; 3] =
    ["modern-late-moves", "modern-late-moves+categories", "modern-late-moves+softmax"];

/// Wins, draws and losses of the first player, the interval of its share of points, and the time a node of the second over
/// that of the first.
struct MatchResult {
    text: String,
    share: Interval,
    time: f64,
}

/// One row for each part: the search with it against the search without it.
pub(super) fn parts(setup: &Setup<'_>, journal: &Answers, out: &mut Report) -> Result<(), Failure> {
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
    let progress = Progress::new(4 * wanted.len() * options.pairs.count(), 0, "games");
    for row in wanted {
        let nodes = options.nodes.nodes;
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
            (0..2 * options.pairs.count()).for_each(|_| progress.step());
        }
        table.push(cells);
    }
    progress.finish();
    let title = format!(
        "{}: with the part against without it, {} nodes a move, {} pairs of games",
        rows.title, options.nodes.nodes, options.pairs.pairs
    );
    Ok(out.table(&title, "games.csv", &table)?)
}

/// The controls of depth, each against plies with late-move reductions at as many nodes, at twice and at four times as many.
pub(super) fn controls(setup: &Setup<'_>, journal: &Answers, out: &mut Report) -> Result<(), Failure> {
    let options = setup.options;
    let base: Recipe = "modern".parse()?;
    let mut table =
        Table::new(["control of depth", "nodes", "against plies and late moves with", "W-D-L", "Elo"]);
    let wanted: Vec<&str> = CONTROLS.into_iter().filter(|text| options.wants(text)).collect();
    let progress = Progress::new(6 * wanted.len() * options.pairs.count(), 0, "games");
    for text in wanted {
        let recipe: Recipe = text.parse()?;
        for times in [1, 2, 4] {
            let nodes = [options.nodes.nodes.saturating_mul(times), options.nodes.nodes];
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
        options.pairs.pairs
    );
    Ok(out.table(&title, "depth.csv", &table)?)
}

fn elo(share: Interval) -> Cell {
    format!("{:+.0}", share.map(|share| EloScale::Logistic.elo(share))).into()
}

/// As many openings as there are pairs.
pub(super) fn openings(options: &Options) -> Result<Vec<GameLine>, Failure> {
    let mut lines = Vec::new();
    for text in OPENINGS {
        lines.extend(read_openings(text).map_err(|error| format!("data/openings: {error}"))?);
    }
    let there = lines.len();
    if options.pairs.count() > there {
        return Err(format!(
            "--pairs {}: found {there} openings, expected no more pairs",
            options.pairs.pairs
        )
        .into());
    }
    lines.truncate(options.pairs.count());
    Ok(lines)
}

/// One match, of which the journal may know games.
fn play(
    setup: &Setup<'_>,
    journal: &Answers,
    progress: &Progress,
    recipes: [&Recipe; 2],
    nodes: [u64; 2],
) -> Result<MatchResult, Failure> {
    let options = setup.options;
    // The size of tables decides games as well.
    let name = |recipe| Ok::<_, Failure>(format!("{} ({} MB)", setup.describe(recipe)?, setup.hash_mb()));
    let of = Match {
        names: [name(recipes[0])?, name(recipes[1])?],
        limits: nodes.map(Limits::nodes),
        rules: MatchRules::default(),
        openings: openings(options)?,
    };
    let known = of.known(journal)?;
    known.iter().flatten().for_each(|_| progress.step());
    let engine = |recipe: &Recipe| setup.eval.engine(recipe, setup.hash_mb());
    let players = (0..options.threads.count())
        .map(|_| Ok([engine(recipes[0])?, engine(recipes[1])?]))
        .collect::<Result<Vec<_>, Failure>>()?;
    let games = of.run(players, known, None, |index, game| {
        progress.step();
        of.note(journal, index, game)
    })?;
    let standing = Standing::of(&games);
    let pace = |i: usize| {
        let effort = &standing.effort[i];
        effort.time.map_or(1.0, |time| time.as_secs_f64() / effort.nodes.max(1) as f64)
    };
    let score = standing.games;
    Ok(MatchResult {
        text: format!("{}-{}-{}", score.wins, score.draws, score.losses),
        share: standing.pairs.estimate().ok_or("no games")?,
        time: pace(1) / pace(0).max(f64::MIN_POSITIVE),
    })
}
