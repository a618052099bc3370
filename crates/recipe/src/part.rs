//! The registry of the built-in parts: a row each. A new part is its own file in its crate, its row here, and its test.

use komadai_search::pruning::{ByMoveNumber, ByStage, FixedMargin};
use komadai_search::{
    BrotherBest, Butterfly, ContextBest, ContextN, CounterMove, HashedPremove, MateSearch, MoveMemory,
    PassBest, PremoveBest, ProbCut, QuietProbCut, TaggedContext, TwoAgo,
};

use super::own_part::{AnyMemory, MATE_NODES, Making, OwnPart};

/// A part that recipes name.
#[derive(Debug)]
pub struct Part {
    /// Its name in recipes.
    pub name: &'static str,
    /// What it is, in a line.
    pub what: &'static str,
    /// The bases that have it, with blanks between them.
    pub bases: &'static str,
    pub(super) socket: Socket,
    /// Whether tables compare a search with it and one without.
    pub compared: bool,
}

/// Where a part goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Socket {
    /// The memories of moves, at their front.
    Killer(Killer),
    /// Any: the part is made like an own part.
    Any(fn(&Making) -> OwnPart),
    /// One that every search has, by the type of the part in `build.rs`: for what orders moves, the table, quiescence.
    Every,
    /// One that searches with vector values lack: for prunings, reductions, windows of the root.
    Single,
}

/// A killer of the registry.
#[derive(Clone, Copy, Debug)]
pub struct Killer {
    /// Its name in the thesis of paper 000, or an English one.
    pub title: &'static str,
    /// The probability of what it recalls, in per cent, if killers have one: its effectiveness over 100 positions with
    /// 400,000 nodes each (an earlier run than that of `docs/SEARCH.md`), rounded to 5; for the counter move that of
    /// the similar hashed premove. From 65 on the least cost of a move decides, a quarter of a ply.
    pub(super) percent: u64,
    /// Makes it with one slot, as in the thesis, or with its usual slots.
    pub make: fn(one_slot: bool) -> AnyMemory,
}

impl Part {
    /// Whether a base has it.
    pub(super) fn is_in(&self, base: &str) -> bool {
        self.bases.split(' ').any(|known| known == base)
    }

    /// Whether searches with vector values have its socket.
    pub(super) fn can_vote(&self) -> bool {
        match self.socket {
            Socket::Any(make) => make(&Making::default()).is_memory_alone(),
            socket => !matches!(socket, Socket::Single),
        }
    }
}

/// All killers of the registry, by their names in recipes.
pub fn killers() -> impl Iterator<Item = (&'static str, Killer)> {
    PARTS.iter().filter_map(|part| match part.socket {
        Socket::Killer(killer) => Some((part.name, killer)),
        _ => None,
    })
}

const fn part(name: &'static str, socket: Socket, bases: &'static str, what: &'static str) -> Part {
    Part { name, what, bases, socket, compared: true }
}

/// A part that no table compares alone: it says how other parts work.
const fn manner(name: &'static str, socket: Socket, bases: &'static str, what: &'static str) -> Part {
    Part { compared: false, ..part(name, socket, bases, what) }
}

const fn killer(
    name: &'static str,
    title: &'static str,
    percent: u64,
    make: fn(bool) -> AnyMemory,
    bases: &'static str,
    what: &'static str,
) -> Part {
    part(name, Socket::Killer(Killer { title, percent, make }), bases, what)
}

/// All parts, in the order of tables, and of parts in journals; killers, and parts that fill any socket, are asked in this order.
pub const PARTS: &[Part] = &[
    part("table", Socket::Every, "modern tacos consultation", "transposition table"),
    killer("context", "Contextbest", 80, usual::<ContextBest>, "", "by the last two moves"),
    killer("tagged-context", "tagged context", 85, usual::<TaggedContext>, "", "the same with a tag"),
    killer("context-n", "context of 3", 65, usual::<ContextN>, "", "by the last three moves"),
    killer("brother", "Brotherbest", 55, brother, "modern tacos consultation", "best of a brother"),
    part("history", Socket::Every, "modern consultation", "scores of quiet moves by what they did elsewhere"),
    killer("pass", "Passbest", 55, usual::<PassBest>, "tacos", "answer to a pass"),
    killer("premove", "Premovebest", 70, usual::<PremoveBest>, "tacos", "by the previous move"),
    killer("hashed-premove", "hashed premove", 50, hashed_premove, "", "premove by board"),
    killer("counter", "counter move", 50, usual::<CounterMove>, "", "by piece and square"),
    killer("two-ago", "two ago", 55, usual::<TwoAgo>, "", "by the move before the last"),
    part("butterfly", Socket::Any(butterfly), "", "scores of quiet moves by cuts over tries"),
    part("continuation", Socket::Every, "modern", "scores of quiet moves by the moves before them"),
    part("captures", Socket::Every, "modern", "captures ordered by what they did elsewhere"),
    part("danger", Socket::Every, "modern", "scores of quiet moves by attacks of cheaper pieces"),
    part("check-bonus", Socket::Every, "modern", "scores of quiet moves that give check"),
    manner("quiescence-killers", Socket::Single, "tacos", "killers take part in quiescence"),
    manner("priced-killers", Socket::Single, "tacos", "killers have probabilities"),
    manner("no-inner-killers", Socket::Single, "", "no killers where more than two plies are left"),
    manner("no-near-leaf-killers", Socket::Single, "", "no killers in the last two plies"),
    part("null", Socket::Single, "modern", "null-move pruning"),
    manner("null-window-pass", Socket::Single, "tacos", "a pass at every node that prunes nothing"),
    part("node-futility", Socket::Single, "modern", "futility pruning of nodes far above beta"),
    part("move-futility", Socket::Single, "modern", "futility pruning of moves far below alpha"),
    part("counted-margin", Socket::Single, "", "the margin of futility is counted"),
    part("late-moves", Socket::Single, "modern", "late move reductions"),
    part("late-pruning", Socket::Single, "modern", "late move pruning"),
    part("exchange", Socket::Single, "modern", "pruning of moves that lose by exchange"),
    part("razoring", Socket::Single, "modern", "razoring"),
    part("capture-cut", Socket::Single, "modern", "ProbCut by captures"),
    part("probcut", Socket::Any(probcut), "", "ProbCut with the depths of paper 004, fixed margin"),
    part("multi-probcut", Socket::Any(multi_probcut), "", "Multi-ProbCut, fixed margin"),
    part("probcut-by-move", Socket::Any(probcut_by_move), "", "Multi-ProbCut, margin by move number"),
    part("probcut-by-stage", Socket::Any(probcut_by_stage), "", "Multi-ProbCut, margin by stage of the game"),
    part("delta", Socket::Single, "modern", "delta pruning in quiescence"),
    part("quiet-probcut", Socket::Any(quiet_probcut), "", "ProbCut in quiescence"),
    part("iid", Socket::Single, "", "internal iterative deepening in the principal variation"),
    part("check-extension", Socket::Every, "modern consultation", "answers to checks cost nothing"),
    manner("categories", Socket::Single, "tacos", "realization probability of the categories of TACOS"),
    manner("softmax", Socket::Single, "", "realization probability of a softmax"),
    manner("category-order", Socket::Every, "tacos", "quiet moves by probability"),
    part("aspiration", Socket::Single, "modern", "aspiration windows"),
    part("exchange-order", Socket::Every, "modern tacos consultation", "losing captures come last"),
    part("mate-in-one", Socket::Every, "modern", "mate in one looked for at leaves"),
    part("singular", Socket::Single, "", "singular extensions"),
    part("correction", Socket::Single, "modern", "the evaluation corrected by what searches found"),
    part("iir", Socket::Single, "modern", "a ply less where nothing recommends a move"),
    part("superior", Socket::Single, "modern tacos", "superior and inferior repetition"),
    part("mate-search", Socket::Any(mate_search), "", "df-pn asked at nodes with budget left"),
    part("mate-horizon", Socket::Single, "", "df-pn asked in the first ply of quiescence"),
    manner("mate-probcut", Socket::Single, "", "df-pn asked by each ProbCut first (paper 004, 4.3.1)"),
    manner("must-promote", Socket::Every, "modern", "needless non-promotions are left out"),
    part("short-quiescence", Socket::Every, "modern tacos consultation", "quiescence of a few plies"),
];

/// A killer with a fixed number of slots.
fn usual<K: MoveMemory + Default + Send + 'static>(_: bool) -> AnyMemory {
    Box::new(K::default())
}

fn brother(one_slot: bool) -> AnyMemory {
    if one_slot { Box::new(BrotherBest::<1>::new()) } else { Box::new(BrotherBest::<2>::new()) }
}

fn hashed_premove(one_slot: bool) -> AnyMemory {
    if one_slot { Box::new(HashedPremove::<1>::new()) } else { Box::new(HashedPremove::<2>::new()) }
}

fn butterfly(_: &Making) -> OwnPart {
    OwnPart::new().memory(Butterfly::default())
}

fn probcut(of: &Making) -> OwnPart {
    of.asking(ProbCut::with(of.margin(FixedMargin::default())))
}

fn multi_probcut(of: &Making) -> OwnPart {
    of.asking(ProbCut::multi(of.margin(FixedMargin::default())))
}

fn probcut_by_move(of: &Making) -> OwnPart {
    of.asking(ProbCut::multi(ByMoveNumber::default()))
}

fn probcut_by_stage(of: &Making) -> OwnPart {
    of.asking(ProbCut::multi(ByStage::default()))
}

fn quiet_probcut(of: &Making) -> OwnPart {
    OwnPart::new().pruning(QuietProbCut { margin: of.margin(QuietProbCut::default().margin) })
}

fn mate_search(_: &Making) -> OwnPart {
    OwnPart::new().pruning(MateSearch { nodes: MATE_NODES, ..MateSearch::default() })
}
