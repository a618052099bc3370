//! Every memory of the crate. A new one gets a line here, and is then tested by `every_part` and `shown`.

use std::fmt::Debug;

use super::FINE;
use komadai_core::rng::SplitMix64;
use komadai_search::memory::{Bonus, CheckBonus, Danger};
use komadai_search::policy::{Bits, ByCategory, CategoryOrder, MoveFeatures, Softmax};
use komadai_search::pruning::Counted;
use komadai_search::{
    BrotherBest, Butterfly, CaptureHistory, ContextBest, ContextN, ContinuationHistory, Correction,
    CounterMove, First, HashedPremove, History, Likely, MoveMemory, PassBest, Phases, PremoveBest,
    TaggedContext, TwoAgo, testing,
};

/// A memory behind one type, so that one search is compiled for all.
pub(crate) trait Memory: MoveMemory + Debug {
    /// Checks the laws of a copy as it is, and before every other move. Returns how often it acted.
    fn assert_laws(&self, seed: u64, positions: u32) -> u64;
}

impl<K: MoveMemory + Debug + Clone> Memory for K {
    fn assert_laws(&self, seed: u64, positions: u32) -> u64 {
        // No tuple: that would clamp scores to the range.
        testing::assert_memory_laws(&FINE, First(self.clone()), seed, positions, 3)
            + testing::assert_memory_laws(&FINE, self.clone(), seed, positions, 3)
    }
}

/// Empty memories by their names.
pub(crate) fn memories() -> Vec<(&'static str, Box<dyn Memory>)> {
    let phases = Phases {
        main: false,
        ..Phases::everywhere((First(BrotherBest::<2>::default()), History::default()))
    };
    let long = ContextN::with(|new| (new.longest, new.replies) = (4, 4));
    let five = (
        BrotherBest::<3>::new(),
        PremoveBest::default(),
        long.clone(),
        CounterMove::default(),
        ContinuationHistory::default(),
    );
    vec![
        ("brothers", Box::new(BrotherBest::<2>::default())),
        // The next ten have lines of their own in `signatures.txt`.
        ("pass", Box::new(PassBest::default())),
        ("premove", Box::new(PremoveBest::default())),
        ("hashed premove", Box::new(HashedPremove::<2>::default())),
        ("counter", Box::new(CounterMove::default())),
        ("two ago", Box::new(TwoAgo::default())),
        ("context", Box::new(ContextBest::default())),
        ("tagged context", Box::new(TaggedContext::<4>::default())),
        ("context n", Box::new(ContextN::default())),
        ("butterfly", Box::new(Butterfly::default())),
        ("continuation", Box::new(ContinuationHistory::default())),
        ("history", Box::new(History::default())),
        ("captures", Box::new(CaptureHistory::default())),
        ("danger", Box::new(Danger::default())),
        ("check bonus", Box::new(CheckBonus { score: 1_000 })),
        ("categories", Box::new(CategoryOrder(ByCategory::tacos()))),
        ("coarse categories", Box::new(CategoryOrder(ByCategory::coarse()))),
        ("softmax", Box::new(CategoryOrder(softmax()))),
        ("correction", Box::new(Correction::default())),
        ("counted", Box::new(Counted::default())),
        ("first", Box::new(First(ContextBest::default()))),
        (
            "likely",
            Box::new(Phases::everywhere(Likely { inner: BrotherBest::default(), surprise: Bits::ONE })),
        ),
        ("phases", Box::new(phases)),
        (
            "in quiescence",
            Box::new(Phases::everywhere((First(BrotherBest::default()), Correction::default()))),
        ),
        ("long contexts", Box::new(long)),
        ("two", Box::new(Some((History::default(), ContinuationHistory::default())))),
        ("five", Box::new(five)),
    ]
}

/// Memories whose constants are at the limits of what is possible.
pub(crate) fn extremes() -> Vec<(&'static str, Box<dyn Memory>)> {
    let bonus = Bonus { per_ply: i32::MAX, less: 0, most: i32::MAX, unrefuted: i32::MAX };
    let weights: Vec<i16> =
        (0..MoveFeatures::COUNT).map(|n| if n % 2 == 0 { i16::MAX } else { i16::MIN }).collect();
    let softmax = Softmax::new(&weights, Bits::from_units(1)).expect("as many weights as features");
    let captures = CaptureHistory::with(|new| (new.limit, new.bonus, new.per_cp) = (i32::MAX, bonus, 0));
    let continuation = ContinuationHistory::with(|new| (new.limit, new.bonus) = (i32::MAX, bonus));
    vec![
        ("long history", Box::new(History::with(|new| (new.limit, new.bonus) = (i32::MAX, bonus)))),
        ("short butterfly", Box::new(Butterfly::with(|new| new.limit = 0))),
        ("long continuation", Box::new(continuation)),
        ("long capture history", Box::new(captures)),
        ("great danger", Box::new(Danger { per_pawn: i32::MAX })),
        ("great bonus of checks", Box::new(CheckBonus { score: i32::MAX })),
        ("fast correction", Box::new(Correction::with(|new| new.rate = 1_000))),
        ("extreme softmax", Box::new(CategoryOrder(softmax))),
    ]
}

/// A softmax of weights from a seed.
pub(crate) fn softmax() -> Softmax {
    let mut rng = SplitMix64::new(4);
    let weights: Vec<i16> = (0..MoveFeatures::COUNT).map(|_| rng.below(300) as i16 - 150).collect();
    Softmax::new(&weights, Bits::from_units(3 * Bits::UNITS)).expect("as many weights as features")
}
