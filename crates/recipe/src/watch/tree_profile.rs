//! [`TreeProfile`]: where the nodes of a search are, and what ends them, by remaining depth.

use komadai_core::{Move, Value};
use komadai_search::{Candidates, Depth, Node, Observer, Outcome, Reduced};

/// What happened at the nodes of one remaining depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PlyProfile {
    /// Nodes entered.
    pub nodes: u64,
    /// Nodes of which the table knew something.
    pub hits: u64,
    /// Nodes that the table ended.
    pub table_cuts: u64,
    /// Nodes that a forward pruning ended.
    pub pruned: u64,
    /// Nodes whose moves were searched.
    pub searched: u64,
    /// Of these, the nodes that a move cut.
    pub cuts: u64,
    /// Of these, the nodes that the first move cut.
    pub first_cuts: u64,
    /// Moves searched.
    pub moves: u64,
    /// Moves that a forward pruning skipped.
    pub skipped: u64,
    /// Moves searched with a reduction.
    pub reduced: u64,
    /// Of these, those that were searched again.
    pub researched: u64,
    /// Of these, those that were better after all.
    pub confirmed: u64,
}

impl PlyProfile {
    /// All counts, in the order above.
    fn counts(&mut self) -> [&mut u64; 12] {
        let PlyProfile {
            nodes,
            hits,
            table_cuts,
            pruned,
            searched,
            cuts,
            first_cuts,
            moves,
            skipped,
            reduced,
            researched,
            confirmed,
        } = self;
        [
            nodes, hits, table_cuts, pruned, searched, cuts, first_cuts, moves, skipped, reduced, researched,
            confirmed,
        ]
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
    /// `[plies left]`: 0 is quiescence and what is left of a ply above it; the last stands for all beyond.
    pub plies: [PlyProfile; 24],
    /// Nodes of quiescence, the leaves of the main search included.
    pub quiescence: u64,
}

komadai_core::debug_by_sizes!(TreeProfile { quiescence }[plies]);

impl TreeProfile {
    fn at(&mut self, at: &Node<'_>) -> &mut PlyProfile {
        let plies = at.depth.whole_plies().max(0) as usize;
        &mut self.plies[plies.min(23)]
    }

    /// Adds what another profile saw.
    pub fn add(&mut self, other: &TreeProfile) {
        self.quiescence += other.quiescence;
        for (mine, theirs) in self.plies.iter_mut().zip(other.plies) {
            let mut theirs = theirs;
            mine.counts().into_iter().zip(theirs.counts()).for_each(|(mine, theirs)| *mine += *theirs);
        }
    }
}

impl Observer for TreeProfile {
    fn enter(&mut self, at: &Node<'_>) {
        if at.depth > Depth::ZERO {
            self.at(at).nodes += 1;
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
        let ply = self.at(at);
        ply.hits += u64::from(at.entry.is_some());
        ply.searched += 1;
        ply.moves += at.tried.len() as u64;
        if outcome.is_cut() {
            ply.cuts += 1;
            ply.first_cuts += u64::from(at.tried.len() == 1);
        }
    }

    fn skipped(&mut self, at: &Node<'_>, _: Move, _: &'static str) {
        self.at(at).skipped += 1;
    }

    fn reduced(&mut self, at: &Node<'_>, _: Move, _: Depth, result: Reduced) {
        let ply = self.at(at);
        ply.reduced += 1;
        ply.researched += u64::from(result != Reduced::Held);
        ply.confirmed += u64::from(result == Reduced::Confirmed);
    }
}
