//! [`TreeProfile`]: where the nodes of a search are, and what ends them, by remaining depth.

use komadai_core::{Move, Value};
use komadai_search::{Bound, Candidates, Depth, Node, Observer, Outcome, Reduced};

counts! {
    /// What happened at the nodes of one remaining depth.
    PlyProfile {
        /// Nodes entered.
        nodes,
        /// Nodes for which the table had an entry.
        hits,
        /// Nodes that the table ended.
        table_cuts,
        /// Nodes that a forward pruning ended.
        pruned,
        /// Nodes whose moves were searched.
        searched,
        /// Of these, the nodes that a move cut.
        cuts,
        /// Of these, the nodes that the first move cut.
        first_cuts,
        /// Moves searched.
        moves,
        /// Moves that a forward pruning skipped.
        skipped,
        /// Moves searched with a reduction.
        reduced,
        /// Of these, those that were searched again.
        researched,
        /// Of these, those that were better after all.
        confirmed,
    }
}

/// Observer of a whole search tree, by remaining depth in plies.
///
/// ```
/// use komadai::Position;
/// use komadai::eval::Material;
/// use komadai_recipe::watch::tree_profile::TreeProfile;
/// use komadai::search::{Limits, modern};
///
/// let mut searcher = modern(Material::default(), 1)?.observer(TreeProfile::default());
/// searcher.search(&Position::startpos(), &Limits::depth(6));
/// let profile = searcher.seen();
/// let last_ply = profile.plies[1];
/// assert!(last_ply.nodes > 0 && last_ply.first_cuts <= last_ply.cuts && last_ply.cuts <= last_ply.searched);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TreeProfile {
    /// `[plies left]`, without quiescence: 0 is less than a ply; the last stands for all beyond.
    pub plies: [PlyProfile; 24],
    /// Nodes of quiescence, the leaves of the main search included.
    pub quiescence: u64,
    /// `[ply]`: counts of the moves of a node that is not left yet. If a limit breaks it off, none of its moves are counted.
    #[serde(skip)]
    open: Vec<PlyProfile>,
}

komadai_core::debug_by_sizes!(TreeProfile { quiescence }[plies, open]);

impl TreeProfile {
    fn at(&mut self, at: &Node<'_>) -> &mut PlyProfile {
        let plies = at.depth.whole_plies().max(0) as usize;
        &mut self.plies[plies.min(23)]
    }

    fn open(&mut self, at: &Node<'_>) -> &mut PlyProfile {
        if self.open.len() <= at.ply() {
            self.open.resize(at.ply() + 1, PlyProfile::default());
        }
        &mut self.open[at.ply()]
    }

    /// Adds what another profile saw.
    pub fn add(&mut self, other: &TreeProfile) {
        self.quiescence += other.quiescence;
        self.plies.iter_mut().zip(other.plies).for_each(|(mine, theirs)| *mine += theirs);
    }
}

impl Observer for TreeProfile {
    fn enter(&mut self, at: &Node<'_>) {
        if at.depth > Depth::ZERO {
            self.at(at).nodes += 1;
            *self.open(at) = PlyProfile::default();
        } else {
            self.quiescence += 1;
        }
    }

    fn table_cut(&mut self, at: &Node<'_>) {
        if at.depth > Depth::ZERO {
            let ply = self.at(at);
            ply.hits += 1;
            ply.table_cuts += 1;
        }
    }

    fn pruned(&mut self, at: &Node<'_>, _: &'static str, _: Value) {
        if at.depth > Depth::ZERO {
            let ply = self.at(at);
            ply.hits += u64::from(at.entry.is_some());
            ply.pruned += 1;
        }
    }

    fn leave(&mut self, at: &Node<'_>, _: &Candidates, _: usize, outcome: &Outcome) {
        let of_moves = std::mem::take(self.open(at));
        let ply = self.at(at);
        *ply += of_moves;
        ply.hits += u64::from(at.entry.is_some());
        ply.searched += 1;
        ply.moves += at.tried.len() as u64;
        if outcome.bound == Bound::Lower {
            ply.cuts += 1;
            ply.first_cuts += u64::from(at.tried.len() == 1);
        }
    }

    fn skipped(&mut self, at: &Node<'_>, _: Move, _: &'static str) {
        self.open(at).skipped += 1;
    }

    fn reduced(&mut self, at: &Node<'_>, _: Move, _: Depth, result: Reduced) {
        let ply = self.open(at);
        ply.reduced += 1;
        ply.researched += u64::from(result != Reduced::Held);
        ply.confirmed += u64::from(result == Reduced::Confirmed);
    }
}
