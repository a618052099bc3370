//! Which moves of a proof or disproof tree are shown: the main line, then breadth first, each position once.
//!
//! A tree of the solver is a graph: positions with the same board share a node. If a node comes up again with the same hands, its first
//! place is referred to. Moves that are legal only with the hands of the node, not in the position itself, are left out.

use std::collections::{HashMap, VecDeque};

use komadai_core::{Hand, Move, Position};
use komadai_tsume::checker::Claim;
use komadai_tsume::{NodeId, Tree};

/// Maximum nesting of moves: browsers limit how deep a page may be nested. The main line is not nested.
const DEEPEST: usize = 200;

/// A position of the attacker: the position of the problem, or one after a reply.
#[derive(Debug)]
pub(super) struct Place {
    /// The check and the reply that led here; `None` for the problem itself.
    pub(super) came: Option<[Move; 2]>,
    /// Moves since it left the main line; 0 on the main line.
    nested: usize,
    /// Whether it is on the main line.
    pub(super) main: bool,
    /// What is shown below it.
    pub(super) below: Below,
}

/// What is shown below a position of the attacker.
#[derive(Debug)]
pub(super) enum Below {
    /// The checks, each with the places after its replies.
    Checks(Vec<(Move, Vec<usize>)>),
    /// The place that shows the same position.
    See(usize),
    /// Nothing: the limit was reached.
    Hidden,
}

/// The positions of the attacker that are shown, the problem first.
pub(super) fn outline(tree: &Tree, most: usize) -> Vec<Place> {
    let mut outline = Outline { tree, places: Vec::new(), first: HashMap::new() };
    let line = tree.line();
    // First the main line from the top down, with its moves so far; then the rest, the places nearest to the problem first.
    let problem = (outline.add(None, 0, true), tree.root(), tree.position().clone(), Some(0));
    let mut queue = VecDeque::from([problem]);
    while let Some((place, node, pos, moves)) = queue.pop_front() {
        if moves.is_none() {
            if let Some(&first) = outline.first.get(&(node, hand(&pos))) {
                outline.places[place].below = Below::See(first);
                continue;
            }
            if outline.places.len() >= most || outline.places[place].nested >= DEEPEST {
                continue;
            }
        }
        for (below, came, child) in outline.expand(place, node, &pos) {
            let after = pos.after(came);
            match moves.filter(|&moves| line.get(moves..moves + 2) == Some(&came[..])) {
                Some(moves) => {
                    (outline.places[below].main, outline.places[below].nested) = (true, 0);
                    queue.push_front((below, child, after, Some(moves + 2)));
                }
                None => queue.push_back((below, child, after, None)),
            }
        }
    }
    outline.places
}

/// What the attacker, who is to move, has in hand; with the board this determines the defender's hand.
fn hand(pos: &Position) -> Hand {
    pos.hand(pos.side_to_move())
}

struct Outline<'a> {
    tree: &'a Tree,
    places: Vec<Place>,
    /// The first place that shows a node with this hand of the attacker.
    first: HashMap<(NodeId, Hand), usize>,
}

impl Outline<'_> {
    fn add(&mut self, came: Option<[Move; 2]>, nested: usize, main: bool) -> usize {
        self.places.push(Place { came, nested, main, below: Below::Hidden });
        self.places.len() - 1
    }

    /// Shows what is below a place; returns the places added, with the moves before them and their nodes.
    fn expand(&mut self, place: usize, node: NodeId, pos: &Position) -> Vec<(usize, [Move; 2], NodeId)> {
        self.first.insert((node, hand(pos)), place);
        let nested = self.places[place].nested + 2;
        let mut checks: Vec<(Move, Vec<usize>)> = Vec::new();
        if self.tree.claim() == Claim::Mate {
            checks.extend(self.tree.mating_move(node).map(|check| (check, Vec::new())));
        }
        let mut added = Vec::new();
        for branch in self.tree.branches(node) {
            let mut between = pos.clone();
            if between.play(branch.check).is_err() || !between.is_legal(branch.reply) {
                continue;
            }
            let came = [branch.check, branch.reply];
            let below = self.add(Some(came), nested, false);
            added.push((below, came, branch.node));
            match checks.iter_mut().find(|(check, _)| *check == branch.check) {
                Some((_, replies)) => replies.push(below),
                None => checks.push((branch.check, vec![below])),
            }
        }
        self.places[place].below = Below::Checks(checks);
        added
    }
}
