//! A depth policy: recaptures are searched deeper.

use komadai::Move;
use komadai::search::{Depth, DepthPolicy, Node};

/// A recapture costs half a ply, every other move one ply.
pub struct Recaptures;

impl DepthPolicy for Recaptures {
    fn cost(&self, at: &Node<'_>, mv: Move, _: usize) -> Depth {
        let takes_back = at.is_capture(mv) && at.back(1).is_some_and(|last| last.to() == mv.to());
        if takes_back { Depth::from_units(Depth::UNITS / 2) } else { Depth::PLY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::eval::Material;
    use komadai::search::testing;

    #[test]
    fn it_keeps_the_laws_of_policies() {
        assert!(testing::assert_policy_laws(&Material::default(), &Recaptures, 1, 4, 2) > 0);
    }
}
