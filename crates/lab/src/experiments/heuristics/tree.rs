//! The tree of a search by remaining depth: where its nodes are, what ends them, what reductions save and cost.

use komadai::journal::Answers;
use komadai_core::Tracked;
use komadai_recipe::Recipe;
use komadai_recipe::watch::tree_profile::{PlyProfile, TreeProfile};
use komadai_report::{Cell, Failure, Report, Table, words};
use komadai_search::Limits;

use super::Setup;
use crate::data::suite::SuiteEntry;
use crate::run::answers::ask;

/// Prints and saves the table: every position searched with `--cap` nodes.
pub(super) fn table(
    setup: &Setup<'_>,
    suite: &[SuiteEntry],
    journal: &Answers,
    report: &mut Report,
) -> Result<(), Failure> {
    let options = setup.options;
    let own: String = setup.parts.own_names().flat_map(|name| ["+", name]).collect();
    let watched = options.watch.clone().unwrap_or_else(|| format!("modern{own}"));
    let recipe: Recipe = setup.parts.recipe(&watched)?;
    let (cap, mb) = (options.cap, setup.hash_mb());
    let search = format!("tree {} cap {cap} table {mb} MB", setup.describe(&recipe)?);
    let asked: Vec<(String, &SuiteEntry)> =
        suite.iter().map(|entry| (format!("{search}; {}", entry.position()), entry)).collect();
    let workers: Vec<()> = options.threads.workers((), suite.len());
    let profiles = ask(journal, &asked, "positions", workers, |(), entry| {
        let instruments = (None, Some(TreeProfile::default()));
        let searcher = setup.eval.instrumented(&recipe, instruments, mb);
        let mut searcher = searcher.map_err(|error| format!("--hash-mb: {error}"))?;
        searcher.search_game(Tracked::from(entry.position()), &Limits::nodes(cap), &mut |_| {});
        Ok(searcher.instruments().1.1.clone().unwrap_or_default())
    })?;
    let mut all = TreeProfile::default();
    for profile in &profiles {
        all.add(profile);
    }
    let title = format!(
        "The tree of {recipe} ({}) by plies left: {} positions, {} each.\n\
         In % of all nodes: all. Of the nodes in the row: known to the table, ended by it, pruned. Of those searched, a node: \
         moves, skipped\nmoves; in %: cuts, by the first move. Moves in %: reduced; of these searched again; of these better \
         after all.",
        setup.eval,
        suite.len(),
        words::count(options.cap, "node", "nodes")
    );
    Ok(report.table(&title, "tree.csv", &rows(&all))?)
}

fn rows(profile: &TreeProfile) -> Table {
    let all: u64 = profile.quiescence + profile.plies.iter().map(|ply| ply.nodes).sum::<u64>();
    let share = |part: u64, of: u64| Cell::real(100.0 * part as f64 / of.max(1) as f64, 1);
    let mut table = Table::new([
        "plies", "nodes", "all", "known", "ended", "pruned", "moves", "skipped", "cuts", "first", "reduced",
        "again", "better",
    ]);
    let none = || Cell::from("");
    let mut row =
        vec![Cell::from("quiescence"), Cell::from(profile.quiescence), share(profile.quiescence, all)];
    row.extend((0..10).map(|_| none()));
    table.push(row);
    for (plies, ply) in profile.plies.iter().enumerate().filter(|(_, ply)| ply.nodes > 0) {
        let &PlyProfile { nodes, hits, table_cuts, pruned, searched, .. } = ply;
        let mean = |number: u64| Cell::real(number as f64 / searched.max(1) as f64, 2);
        let plies = if plies == 0 { "under 1".to_owned() } else { plies.to_string() };
        table.push([
            Cell::from(plies.as_str()),
            Cell::from(nodes),
            share(nodes, all),
            share(hits, nodes),
            share(table_cuts, nodes),
            share(pruned, nodes),
            mean(ply.moves),
            mean(ply.skipped),
            share(ply.cuts, searched),
            share(ply.first_cuts, ply.cuts),
            share(ply.reduced, ply.moves),
            share(ply.researched, ply.reduced),
            share(ply.confirmed, ply.researched),
        ]);
    }
    table
}
