//! Two feature sets as one: the features of the first, then those of the second.

use komadai_core::Position;

use crate::features::{FeatureId, FeatureSet};

/// Nest tuples for more than two.
impl<A: FeatureSet, B: FeatureSet> FeatureSet for (A, B) {
    const NAME: &'static str = "both";

    fn len(&self) -> usize {
        self.0.len() + self.1.len()
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        self.0.visit(pos, &mut each);
        let first = self.0.len() as FeatureId;
        self.1.visit(pos, |feature, value| each(first + feature, value));
    }
}
