//! Samples: positions searched depth by depth, as lines of text.

use komadai_core::{Position, Value};
use komadai_eval::PieceProgress;
use komadai_eval::reliability::SearchFacts;
use komadai_search::{Engine, Iteration, Limits};

/// Names of the columns of a line.
pub(super) const COLUMNS: &str = "game\tply\tprogress\tsfen\tdepth:centipawns:best move:nodes so far";

/// Most depths of a sample.
const DEPTHS: u32 = 64;
/// Most nodes of a sample: enough for depth 8 in each of 136,000 positions, and for depth 14 in nearly all whose game is not decided.
const NODES: u64 = 60_000_000;

/// A position of a game with the values of its search, depth by depth \[R17\].
#[derive(Clone, PartialEq, Eq)]
pub struct Sample {
    /// Number of the game; positions of one game are not independent samples.
    pub game: u64,
    /// Number of moves played before the position.
    pub ply: u16,
    /// Progress by [`PieceProgress`], 0 to 127.
    pub progress: u8,
    /// The position.
    pub position: Position,
    /// Finished depths, from the lowest; none if there is no legal move. They are in plies of the search; in a search by
    /// realization probability a ply is a move of average probability.
    pub depths: Vec<Iteration>,
}

komadai_core::debug_by_sizes!(Sample { game, ply, progress, position }[depths]);

impl Sample {
    /// Searches a position to a depth, with the engine cleared first. After 60 million nodes the sample keeps the depths it has reached.
    ///
    /// The value at each depth is that of a search that ends there, since iterative deepening passes through it.
    ///
    /// ```
    /// use komadai_core::Position;
    /// use komadai_eval::Material;
    /// use komadai_learn::reliability::Sample;
    /// use komadai_search::Searcher;
    ///
    /// let sample = Sample::search(&mut Searcher::new(Material::default()), 7, 0, Position::startpos(), 3);
    /// assert_eq!(sample.depths.len(), 3);
    /// assert_eq!(Sample::read(&sample.line()), Ok(sample));
    /// ```
    pub fn search(engine: &mut impl Engine, game: u64, ply: u16, position: Position, depth: u32) -> Sample {
        let progress = PieceProgress::default().of(&position);
        engine.clear();
        let report = engine.search(&position, &Limits { nodes: Some(NODES), ..Limits::depth(depth) });
        Sample { game, ply, progress, position, depths: report.iterations }
    }

    /// The result at a depth.
    pub fn at(&self, depth: u32) -> Option<&Iteration> {
        self.depths.iter().find(|found| found.depth == depth)
    }

    /// The value at `deep` less the value at `shallow`, in centipawns: the paper's 深浅差 (section 3.1). `None` if a depth was not
    /// reached, or if a value lies more than `limit` from 0: the game is then decided, or a mate was found.
    pub fn difference(&self, shallow: u32, deep: u32, limit: i32) -> Option<i32> {
        let value = |depth| self.at(depth).map(|found| found.value.cp()).filter(|cp| cp.abs() <= limit);
        Some(value(deep)? - value(shallow)?)
    }

    /// The facts of the search at a depth: the value, and the changes since the depth before. `None` if the depth was not reached.
    pub fn facts(&self, depth: u32) -> Option<SearchFacts> {
        let at = self.depths.iter().position(|found| found.depth == depth)?;
        let found = &self.depths[at];
        let before = at.checked_sub(1).map(|before| &self.depths[before]);
        Some(SearchFacts {
            value: found.value.cp(),
            change: before.map(|before| found.value.cp() - before.value.cp()),
            same_best: before.is_none_or(|before| before.best == found.best),
            growth: before.map(|before| found.nodes as f64 / before.nodes.max(1) as f64),
        })
    }

    /// The sample as a line, without its end. Depths are separated by spaces.
    pub fn line(&self) -> String {
        let depth = |found: &Iteration| {
            let Iteration { depth, value, best, nodes } = found;
            format!("{depth}:{}:{best}:{nodes}", value.cp())
        };
        let depths: Vec<String> = self.depths.iter().map(depth).collect();
        let Sample { game, ply, progress, position, .. } = self;
        format!("{game}\t{ply}\t{progress}\t{}\t{}", position, depths.join(" "))
    }

    /// Reads a line.
    ///
    /// # Errors
    ///
    /// Says what was found, and what was expected there.
    pub fn read(line: &str) -> Result<Sample, String> {
        let columns: Vec<&str> = line.splitn(6, '\t').collect();
        let [game, ply, progress, sfen, depths] = columns[..] else {
            return Err(format!("found {} columns, expected 5 separated by tabs", columns.len()));
        };
        let number = |name: &str, text: &str, most: u64| -> Result<u64, String> {
            let number = text.parse().ok().filter(|&number| number <= most);
            number.ok_or_else(|| format!("{name}: found {text:?}, expected a number up to {most}"))
        };
        let position: Position = sfen.parse().map_err(|error| format!("position: {error}"))?;
        let mut found: Vec<Iteration> = Vec::new();
        for word in depths.split(' ').filter(|word| !word.is_empty()) {
            let wrong = || format!("found {word:?}, expected depth:centipawns:best move:nodes");
            let parts: Vec<&str> = word.split(':').collect();
            let [depth, value, best, nodes] = parts[..] else { return Err(wrong()) };
            let depth: u32 = depth.parse().map_err(|_| wrong())?;
            let cp: i32 = value.parse().map_err(|_| wrong())?;
            if !(1..=DEPTHS).contains(&depth) || found.last().is_some_and(|last| last.depth >= depth) {
                return Err(format!("found depth {depth}, expected depths from 1 to {DEPTHS} that rise"));
            }
            let value = Value::from_number(cp)
                .ok_or_else(|| format!("found {cp} centipawns, expected a value of a search"))?;
            let best = best.parse().map_err(|error| format!("{word:?}: {error}"))?;
            found.push(Iteration { depth, value, best, nodes: nodes.parse().map_err(|_| wrong())? });
        }
        Ok(Sample {
            game: number("game", game, u64::MAX)?,
            ply: number("ply", ply, u16::MAX.into())? as u16,
            progress: number("progress", progress, komadai_eval::MAX_PROGRESS.into())? as u8,
            position,
            depths: found,
        })
    }
}
