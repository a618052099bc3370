//! How often a cut by a learned margin is false, by side of the window, beside what the model foretells.
//!
//! The tree is that of a search with ProbCut at a gap of 4 plies on both sides, without other prunings of nodes. A sample of its cuts is
//! searched again from the node by `modern`, the search that the model was made for: is the value at the budget of the node on the claimed
//! side of the window?

use komadai_core::Value;
use komadai_core::rng::mix;
use komadai_eval::reliability::ReliabilityModel;
use komadai_search::{Engine, Limits};
use serde::{Deserialize, Serialize};

use komadai_recipe::watch::audit::{ClaimForm, ClaimSample, PruningAudit};
use komadai_recipe::{NamedEvaluation, Parts};
use komadai_report::options::{Depth, Nodes};
use komadai_report::{Cell, Failure, Table};

use super::{AUDITED, GAP, Options, PROBCUT};
use crate::data::games::Claims;
use crate::data::suite::SuiteEntry;
use crate::reliability::LIMIT;
use crate::run::answers::{self, ask};
use crate::run::print_of;
use crate::stats::by_game::MeanByGame;

/// The search whose cuts are audited, without its margin: `modern` with no other pruning of nodes, and late moves reduced, without which few
/// nodes have the budget.
const BASE: &str = "modern-null-node-futility-razoring-capture-cut-late-pruning-exchange";
/// The claims of the two sides of the window.
const SIDES: [&str; 2] = ["at least beta", "at most alpha"];

/// The cuts of one side of the window in the tree of a position.
#[derive(Default, Serialize, Deserialize)]
struct Cuts {
    /// Number of all cuts.
    all: u64,
    /// Those searched again: whether the cut is false, and the chance by the model that it is, given the value that the shallow search
    /// finds.
    asked: Vec<(bool, f64)>,
}

/// One row per margin and side.
pub(super) fn table(
    suite: &[SuiteEntry],
    model: &ReliabilityModel,
    parts: &Parts,
    eval: &NamedEvaluation,
    options: &Options,
) -> Result<Table, Failure> {
    let mut table = Table::new([
        "margin",
        "claims",
        "cuts",
        "asked again",
        "false, %",
        "95 %",
        "foretold, %",
        "at the margin, %",
        "false / foretold",
        "95 %",
    ])
    .keys(2);
    let answers = answers::open(&options.out, "probcut-audit")?;
    let mb = options.hash.hash_mb;
    let Options { depth: Depth { depth }, nodes: Nodes { nodes }, claims: Claims { claims }, .. } = *options;
    let limits = Limits { nodes: Some(nodes), ..Limits::depth(depth) };
    for (name, spreads) in AUDITED {
        let (recipe, modern) = (parts.recipe(&format!("{BASE}+{name}"))?, parts.recipe("modern")?);
        let engines = options.threads.workers_of(suite.len(), || eval.engine(&modern, mb))?;
        let print = |recipe| print_of(&mut *eval.engine(recipe, mb)?, recipe, eval);
        let prints = [print(&recipe)?, print(&modern)?];
        let (eval_name, spread) = (eval.name(), options.model.describe(model)?);
        let audit = format!(
            "{recipe} ({:06x}) with {eval_name} and a {spread}, depth {depth}, {nodes} nodes, {mb} MB, {claims} claims asked again of {modern} ({:06x})",
            prints[0], prints[1]
        );
        let question = |entry: &SuiteEntry| format!("{audit}; {}", entry.position());
        let all: Vec<[Cuts; 2]> = ask(&answers, "positions", suite, question, engines, |modern, entry| {
            let audit = PruningAudit::new(claims as usize, mix(entry.position().key()));
            let watched = eval.instrumented(&recipe, (Some(audit), None), mb);
            let mut watched = watched.map_err(|error| error.to_string())?;
            watched.search_game(entry.game.tracked(), &limits, &mut |_| {});
            let mut cuts = <[Cuts; 2]>::default();
            for (&(by, form), of) in watched.instruments().1.0.iter().flat_map(|audit| &audit.kinds) {
                if by == PROBCUT {
                    let side = &mut cuts[usize::from(form == ClaimForm::BelowAlpha)];
                    side.all += of.seen;
                    side.asked
                        .extend(of.samples.iter().filter_map(|sample| again(sample, &mut **modern, model)));
                }
            }
            Ok(cuts)
        })?;
        // The chance that a cut at the margin itself is false, by the model's pair of depths 4 and 8.
        let at_margin = model.nearest(4.0, 8.0).map_or(f64::NAN, |pair| pair.tail.beyond(spreads));
        rows(&mut table, name, &all, at_margin);
    }
    Ok(table)
}

/// Searches a claim again: whether it is wrong, and the chance by the model that it is; `None` if a mate is seen, about which the model
/// says nothing.
fn again(
    sample: &ClaimSample,
    modern: &mut (dyn Engine + Send),
    model: &ReliabilityModel,
) -> Option<(bool, f64)> {
    let deep = u32::try_from(sample.depth.whole_plies()).ok()?;
    let shallow = deep.checked_sub(GAP as u32)?;
    modern.clear();
    let report = modern.search(&sample.pos, &Limits::depth(deep));
    let value = |depth| {
        let found = report.iterations.iter().find(|found| found.depth == depth)?;
        (found.value.cp().abs() <= LIMIT).then_some(found.value)
    };
    let (found, after) = (value(shallow)?, value(deep)?);
    let above = |bar: Value| model.chance_above(&sample.pos, shallow as f32, deep as f32, found, bar);
    let bound = sample.bound;
    match sample.form {
        ClaimForm::AboveBeta => Some((after < bound, 1.0 - above(bound - Value::from_cp(1)))),
        ClaimForm::BelowAlpha => Some((after > bound, above(bound))),
        ClaimForm::Moves => None,
    }
}

/// Adds the rows of both sides, their shares with intervals by positions. Cuts lie farther beyond the margin on one side than on the other,
/// so that the shares alone say little: each is given as a part of what is foretold too.
fn rows(table: &mut Table, name: &str, all: &[[Cuts; 2]], at_margin: f64) {
    for (side, claims) in SIDES.into_iter().enumerate() {
        let (mut wrong, mut foretold) = (MeanByGame::default(), MeanByGame::default());
        let cuts = all.iter().map(|cuts| &cuts[side]);
        for Cuts { asked, .. } in cuts.clone() {
            let count = asked.len() as u64;
            wrong.push(count, asked.iter().filter(|(wrong, _)| *wrong).count() as f64);
            foretold.push(count, asked.iter().map(|(_, foretold)| foretold).sum());
        }
        let (share, foretold) = (wrong.share_95(), foretold.mean());
        let in_parts = |of: f64| share.map(|share| share.map(|share| share / of));
        let seen: u64 = cuts.map(|cuts| cuts.all).sum();
        let mut row: Vec<Cell> = vec![name.into(), claims.into(), seen.into(), wrong.moves().into()];
        row.extend(Cell::estimate(in_parts(0.01), 1));
        row.extend([100.0 * foretold, 100.0 * at_margin].map(|percent| Cell::Real(percent, 1)));
        row.extend(Cell::estimate(in_parts(foretold), 2));
        table.push(row);
    }
}
