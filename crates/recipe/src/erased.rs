//! Sockets without their types: a researcher's own parts, kept in lists that are filled at run time.
//!
//! `MoveMemory` and `MarginModel` are object-safe as they are. `ForwardPruning` and `DepthPolicy` have methods that are
//! generic over the [`Probe`] they are handed; here they get it as a trait object. An own part therefore costs an
//! indirect call wherever it is asked, which a clock can see and a count of nodes cannot.

use komadai_core::{Mate, Move, MoveList, Value};
use komadai_search::memory::{CORRECTION_LIMIT, SCORE_LIMIT};
use komadai_search::{
    Candidates, Depth, DepthPolicy, ForwardPruning, MarginModel, MoveMemory, Node, Outcome, Probe, Side,
};

/// A handle lent to a part whose type is not known.
struct Lent<'a>(&'a mut dyn Probe);

impl Probe for Lent<'_> {
    fn node(&self) -> Node<'_> {
        self.0.node()
    }

    fn static_value(&mut self) -> Value {
        self.0.static_value()
    }

    fn verify(&mut self, depth: Depth, alpha: Value, beta: Value) -> Value {
        self.0.verify(depth, alpha, beta)
    }

    fn pass(&mut self, depth: Depth, beta: Value) -> Value {
        self.0.pass(depth, beta)
    }

    fn verify_without(&mut self, without: Move, depth: Depth, beta: Value) -> Value {
        self.0.verify_without(without, depth, beta)
    }

    fn tactical_moves(&mut self, list: &mut MoveList) {
        self.0.tactical_moves(list);
    }

    fn try_move(&mut self, mv: Move, depth: Depth, beta: Value) -> Value {
        self.0.try_move(mv, depth, beta)
    }

    fn find_mate(&mut self, nodes: u64) -> Mate {
        self.0.find_mate(nodes)
    }
}

/// A trait of parts as a trait object: its methods, then those that are lent a [`Probe`].
macro_rules! erased {
    ($erased:ident: $trait:ident {
        $(fn $name:ident($($arg:ident: $type:ty),*) -> $out:ty;)+
        lent $(fn $lent:ident($($more:ident: $more_type:ty),*) -> $lent_out:ty;)+
    }) => {
        trait $erased {
            $(fn $name(&self, $($arg: $type),*) -> $out;)+
            $(fn $lent(&self, probe: &mut dyn Probe, $($more: $more_type),*) -> $lent_out;)+
        }

        impl<P: $trait> $erased for P {
            $(fn $name(&self, $($arg: $type),*) -> $out {
                $trait::$name(self, $($arg),*)
            })+
            $(fn $lent(&self, probe: &mut dyn Probe, $($more: $more_type),*) -> $lent_out {
                $trait::$lent(self, &mut Lent(probe), $($more),*)
            })+
        }
    };
}

erased!(ErasedPruning: ForwardPruning {
    fn skip(at: &Node<'_>, mv: Move, order: usize) -> Option<&'static str>;
    fn skip_quiets(at: &Node<'_>, order: usize) -> Option<&'static str>;
    fn stop(at: &Node<'_>) -> Option<(Value, &'static str)>;
    fn skip_tactical(at: &Node<'_>, mv: Move) -> bool;
    lent fn prune() -> Option<(Value, &'static str)>;
});

erased!(ErasedDepth: DepthPolicy {
    fn cost(at: &Node<'_>, mv: Move, order: usize) -> Depth;
    fn research_cost(at: &Node<'_>, mv: Move, cost: Depth) -> Depth;
    fn allow_in_quiescence(at: &Node<'_>, mv: Move) -> bool;
    fn admits_recalled(at: &Node<'_>, mv: Move) -> bool;
    fn wants_quiets(at: &Node<'_>) -> bool;
    fn iid(at: &Node<'_>) -> Option<Depth>;
    fn iir(at: &Node<'_>) -> Depth;
    lent fn singular_extension(mv: Move) -> Depth;
});

/// Forward prunings of any types, asked in order.
#[derive(Default)]
#[expect(missing_debug_implementations, reason = "parts of any types, which need not have one")]
pub struct OwnPrunings(Vec<Box<dyn ErasedPruning + Send>>);

impl OwnPrunings {
    pub(super) fn push(&mut self, pruning: impl ForwardPruning + Send + 'static) {
        self.0.push(Box::new(pruning));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn append(&mut self, mut more: OwnPrunings) {
        self.0.append(&mut more.0);
    }
}

impl ForwardPruning for OwnPrunings {
    const NAME: &'static str = "own parts";
    const USES_STATIC_VALUE: bool = true;

    fn prune<P: Probe>(&self, probe: &mut P) -> Option<(Value, &'static str)> {
        self.0.iter().find_map(|pruning| pruning.prune(probe))
    }

    fn skip(&self, at: &Node<'_>, mv: Move, order: usize) -> Option<&'static str> {
        self.0.iter().find_map(|pruning| pruning.skip(at, mv, order))
    }

    fn skip_quiets(&self, at: &Node<'_>, order: usize) -> Option<&'static str> {
        self.0.iter().find_map(|pruning| pruning.skip_quiets(at, order))
    }

    fn stop(&self, at: &Node<'_>) -> Option<(Value, &'static str)> {
        self.0.iter().find_map(|pruning| pruning.stop(at))
    }

    fn skip_tactical(&self, at: &Node<'_>, mv: Move) -> bool {
        self.0.iter().any(|pruning| pruning.skip_tactical(at, mv))
    }
}

/// Memories of any types: what they recall in order, the sums of their scores and corrections.
#[derive(Default)]
#[expect(missing_debug_implementations, reason = "parts of any types, which need not have one")]
pub struct OwnMemories(pub(super) Vec<Box<dyn MoveMemory + Send>>);

impl OwnMemories {
    /// These memories, none or several.
    pub fn of(memories: impl IntoIterator<Item = Box<dyn MoveMemory + Send>>) -> OwnMemories {
        OwnMemories(memories.into_iter().collect())
    }

    /// The memories that hear of a node: in quiescence only those that want to.
    fn concerned(&self, at: &Node<'_>) -> impl Iterator<Item = &(dyn MoveMemory + Send)> {
        let main_search = at.depth > Depth::ZERO || !self.in_quiescence();
        self.0.iter().map(|memory| &**memory).filter(move |memory| main_search || memory.in_quiescence())
    }
}

impl MoveMemory for OwnMemories {
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.concerned(at).for_each(|memory| memory.recall(at, out));
    }

    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        let sum: i32 = self.concerned(at).map(|memory| memory.score(at, mv)).sum();
        sum.clamp(-SCORE_LIMIT, SCORE_LIMIT)
    }

    fn correct(&self, at: &Node<'_>) -> Value {
        let sum = self.0.iter().fold(Value::ZERO, |sum, memory| sum + memory.correct(at));
        sum.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT)
    }

    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let main_search = at.depth > Depth::ZERO || !self.in_quiescence();
        for memory in &mut self.0 {
            if main_search || memory.in_quiescence() {
                memory.record(at, outcome);
            }
        }
    }

    fn forget(&mut self) {
        self.0.iter_mut().for_each(|memory| memory.forget());
    }

    fn in_quiescence(&self) -> bool {
        self.0.iter().any(|memory| memory.in_quiescence())
    }

    fn gives_probabilities(&self) -> bool {
        self.0.iter().any(|memory| memory.gives_probabilities())
    }
}

/// The killers of a recipe: memories that recall moves and score none.
#[expect(missing_debug_implementations, reason = "parts of any types, which need not have one")]
pub struct Killers(pub(super) OwnMemories);

impl MoveMemory for Killers {
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.0.recall(at, out);
    }

    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.0.record(at, outcome);
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn in_quiescence(&self) -> bool {
        self.0.in_quiescence()
    }

    fn gives_probabilities(&self) -> bool {
        self.0.gives_probabilities()
    }
}

/// A depth policy of any type: the one inside a recipe that an own part wraps, or an own one.
pub struct AnyDepth(Box<dyn ErasedDepth + Send>);

impl AnyDepth {
    /// This policy, whatever its type.
    pub fn new(policy: impl DepthPolicy + Send + 'static) -> AnyDepth {
        AnyDepth(Box::new(policy))
    }
}

impl std::fmt::Debug for AnyDepth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnyDepth").finish_non_exhaustive()
    }
}

/// Asks whichever policy there is.
macro_rules! ask {
    ($type:ident: $($($kind:ident)::+),+) => {
        impl DepthPolicy for $type {
            #[inline]
            fn cost(&self, at: &Node<'_>, mv: Move, order: usize) -> Depth {
                match self { $($($kind)::+(policy) => policy.cost(at, mv, order)),+ }
            }

            #[inline]
            fn research_cost(&self, at: &Node<'_>, mv: Move, cost: Depth) -> Depth {
                match self { $($($kind)::+(policy) => policy.research_cost(at, mv, cost)),+ }
            }

            #[inline]
            fn allow_in_quiescence(&self, at: &Node<'_>, mv: Move) -> bool {
                match self { $($($kind)::+(policy) => policy.allow_in_quiescence(at, mv)),+ }
            }

            #[inline]
            fn admits_recalled(&self, at: &Node<'_>, mv: Move) -> bool {
                match self { $($($kind)::+(policy) => policy.admits_recalled(at, mv)),+ }
            }

            #[inline]
            fn wants_quiets(&self, at: &Node<'_>) -> bool {
                match self { $($($kind)::+(policy) => policy.wants_quiets(at)),+ }
            }

            #[inline]
            fn singular_extension<P: Probe>(&self, probe: &mut P, mv: Move) -> Depth {
                match self { $($($kind)::+(policy) => policy.singular_extension(probe, mv)),+ }
            }

            #[inline]
            fn iid(&self, at: &Node<'_>) -> Option<Depth> {
                match self { $($($kind)::+(policy) => policy.iid(at)),+ }
            }

            #[inline]
            fn iir(&self, at: &Node<'_>) -> Depth {
                match self { $($($kind)::+(policy) => policy.iir(at)),+ }
            }
        }
    };
}
pub(super) use ask;

ask!(AnyDepth: AnyDepth);

/// The margin of a recipe's `ProbCut`s: the one they come with, or an own one.
pub(super) enum Margin<M> {
    BuiltIn(M),
    Own(std::sync::Arc<dyn MarginModel + Send + Sync>),
}

impl<M: MarginModel> MarginModel for Margin<M> {
    fn margin(&self, pos: &komadai_core::Position, shallow: Depth, deep: Depth, side: Side) -> Value {
        match self {
            Margin::BuiltIn(margin) => margin.margin(pos, shallow, deep, side),
            Margin::Own(margin) => margin.margin(pos, shallow, deep, side),
        }
    }
}
