//! The tree of a search by remaining depth: where its nodes are, what ends them, what reductions save and cost.

use komadai_recipe::watch::tree_profile::{PlyProfile, TreeProfile};
use komadai_report::{Cell, Failure, Report, Table, words};
use komadai_search::Limits;

use super::Setup;

/// Prints and saves the table: every position searched with `--cap` nodes.
pub(super) fn table(setup: &Setup<'_>, report: &mut Report) -> Result<(), Failure> {
    let options = setup.options;
    let recipe = setup.watched("modern")?;
    let (cap, mb) = (options.cap, setup.hash_mb);
    let search = format!("tree {} cap {cap} table {mb} MB", setup.describe(&recipe)?);
    let workers = options.threads.workers((), setup.suite.len());
    let profiles = setup.ask(&search, workers, |(), entry| {
        let instruments = (None, Some(TreeProfile::default()));
        let searcher = setup.eval.instrumented(&recipe, instruments, mb);
        let mut searcher = searcher.map_err(|error| format!("--hash-mb: {error}"))?;
        searcher.search(&entry.position(), &Limits::nodes(cap));
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
        setup.suite.len(),
        words::count(options.cap, "node", "nodes")
    );
    Ok(report.table(&title, "tree.csv", &rows(&all))?)
}

fn rows(profile: &TreeProfile) -> Table {
    /// Plies left, and what was seen of them; `None` for quiescence, of which only the nodes are known.
    type Line<'a> = Option<(usize, &'a PlyProfile)>;
    let all: u64 = profile.quiescence + profile.plies.iter().map(|ply| ply.nodes).sum::<u64>();
    let nodes = |line: Line<'_>| line.map_or(profile.quiescence, |(_, ply)| ply.nodes);
    let share = |part: u64, of: u64| Cell::Real(100.0 * part as f64 / of.max(1) as f64, 1);
    let mean = |number: u64, ply: &PlyProfile| Cell::Real(number as f64 / ply.searched.max(1) as f64, 2);
    let of =
        |line: Line<'_>, cell: &dyn Fn(&PlyProfile) -> Cell| line.map_or("".into(), |(_, ply)| cell(ply));
    let plies = profile.plies.iter().enumerate().filter(|(_, ply)| ply.nodes > 0);
    Table::of([None].into_iter().chain(plies.map(Some)))
        .column("plies", |line| match line {
            None => "quiescence".to_owned(),
            Some((0, _)) => "under 1".to_owned(),
            Some((plies, _)) => plies.to_string(),
        })
        .column("nodes", nodes)
        .column("all", |line| share(nodes(line), all))
        .column("known", |line| of(line, &|ply| share(ply.hits, ply.nodes)))
        .column("ended", |line| of(line, &|ply| share(ply.table_cuts, ply.nodes)))
        .column("pruned", |line| of(line, &|ply| share(ply.pruned, ply.nodes)))
        .column("moves", |line| of(line, &|ply| mean(ply.moves, ply)))
        .column("skipped", |line| of(line, &|ply| mean(ply.skipped, ply)))
        .column("cuts", |line| of(line, &|ply| share(ply.cuts, ply.searched)))
        .column("first", |line| of(line, &|ply| share(ply.first_cuts, ply.cuts)))
        .column("reduced", |line| of(line, &|ply| share(ply.reduced, ply.moves)))
        .column("again", |line| of(line, &|ply| share(ply.researched, ply.reduced)))
        .column("better", |line| of(line, &|ply| share(ply.confirmed, ply.researched)))
        .table()
}
