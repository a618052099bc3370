//! Measures a forward pruning of your own: copy this file and change the pruning.
//!
//! ```sh
//! # Nodes to a depth, with it and without. `modern` itself has a pruning like this one, behind which it finds nothing to prune.
//! cargo run --release --example custom_pruner -- --base modern-node-futility
//! cargo run --release --example custom_pruner -- --rows reverse,node-futility --depths 6,8 --positions 200
//! cargo run --release --example custom_pruner -- heuristics --tables audit
//! cargo run --release --example custom_pruner -- self-play --a modern-node-futility+reverse --b modern
//! ```

use std::process::ExitCode;

use komadai::Value;
use komadai::search::{Depth, ForwardPruning, Probe};
use komadai_lab::{OwnPart, Parts, own_parts};

/// Reverse futility: near the leaves, a node whose evaluation is far above beta is cut with the value beta.
struct Reverse {
    /// Centipawns for each whole ply of budget left, and as many once more.
    margin: i32,
    /// Largest budget at which it is tried.
    below: Depth,
}

impl ForwardPruning for Reverse {
    fn uses_static_value(&self) -> bool {
        true
    }

    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        let at = probe.node();
        if at.is_pv() || at.depth > self.below || at.beta.is_mate() {
            return None;
        }
        let margin = Value::from_cp(self.margin * (at.depth.whole_plies() + 1));
        (at.static_value? >= at.beta + margin).then_some((at.beta, "reverse futility"))
    }
}

fn main() -> ExitCode {
    let reverse = || OwnPart::new().pruning(Reverse { margin: 120, below: Depth::plies(6) });
    own_parts("custom_pruner", Parts::new().with("reverse", reverse))
}
