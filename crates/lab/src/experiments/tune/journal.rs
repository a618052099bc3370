//! The journal of finished pairs of games, the same for both modes.
//!
//! A pair is known by its number: seed, options and the results of earlier pairs decide which recipes it was between,
//! so that they need not be written down. At the end the file is put into the order of the numbers: it is the same, byte
//! for byte, however the run was broken off and whatever the number of threads. Times, which differ from run to run,
//! stand in a second file.

use std::path::Path;
use std::time::Duration;

use komadai_learn::{Journal, JournalError, JournalHeader, SavedJournal};

use crate::self_play::Effort;

const COLUMNS: &str = "pair\thalf points of the first player in its game with Black\twith White\tmoves of the first\tof the \
                       second\tnodes of the first\tof the second\tdepths of the first\tof the second";
const TIMES: &str = "pair\tnanoseconds of the first player\tof the second";

/// Both games of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayedPair {
    /// Half points of the first player: with Black, with White.
    pub(super) half_points: [u8; 2],
    /// Effort of the first and the second player in both games.
    pub(super) effort: [Effort; 2],
}

impl PlayedPair {
    /// Games that the first player won less those that it lost: −2 to 2.
    pub(super) fn margin(&self) -> f64 {
        let [black, white] = self.half_points.map(f64::from);
        black + white - 2.0
    }

    fn line(&self, number: usize) -> String {
        let [black, white] = self.half_points;
        let [a, b] = &self.effort;
        format!(
            "{number}\t{black}\t{white}\t{}\t{}\t{}\t{}\t{}\t{}",
            a.moves, b.moves, a.nodes, b.nodes, a.depth, b.depth
        )
    }

    fn times(&self, number: usize) -> String {
        let [one, other] = self
            .effort
            .map(|effort| effort.time.map_or_else(|| "--".to_owned(), |time| time.as_nanos().to_string()));
        format!("{number}\t{one}\t{other}")
    }
}

/// Journals as an earlier run left them. Nothing on disk changes before [`SavedPairs::resume`].
pub(super) struct SavedPairs {
    pairs: SavedJournal,
    times: SavedJournal,
    /// The pairs that are known, at their numbers.
    pub(super) known: Vec<Option<PlayedPair>>,
}

/// Open journals.
pub(super) struct PairJournal {
    pairs: Journal,
    times: Journal,
}

impl SavedPairs {
    /// Reads `MODE.tsv` and `MODE.times.tsv` in the folder, as far as they are there, of a run of so many pairs.
    pub(super) fn read(folder: &Path, mode: &str, run: &str, all: usize) -> Result<SavedPairs, JournalError> {
        let header = |columns| JournalHeader { kind: mode, run, columns };
        let path = folder.join(format!("{mode}.tsv"));
        let pairs = SavedJournal::read(&path, &header(COLUMNS))?;
        let times = SavedJournal::read(&path.with_extension("times.tsv"), &header(TIMES))?;
        let mut known: Vec<Option<PlayedPair>> = vec![None; all];
        for (line, text) in pairs.lines() {
            let wrong = |expected: String| pairs.line_error(line, format!("{text:?}"), expected);
            let (number, pair) = read_pair(text).ok_or_else(|| wrong("nine numbers of a pair".to_owned()))?;
            match known.get_mut(number) {
                None => return Err(wrong(format!("a pair below {all}: the run has been longer"))),
                Some(Some(_)) => return Err(wrong("every pair once".to_owned())),
                Some(place) => *place = Some(pair),
            }
        }
        for (line, text) in times.lines() {
            let (number, spent) = read_times(text)
                .ok_or_else(|| times.line_error(line, format!("{text:?}"), "a pair and two times"))?;
            if let Some(Some(pair)) = known.get_mut(number) {
                for (effort, time) in pair.effort.iter_mut().zip(spent) {
                    effort.time = time;
                }
            }
        }
        Ok(SavedPairs { pairs, times, known })
    }

    /// Number of pairs that are known.
    pub(super) fn count(&self) -> usize {
        self.known.iter().flatten().count()
    }

    /// Opens the files to go on with them.
    pub(super) fn resume(self) -> Result<PairJournal, JournalError> {
        Ok(PairJournal { pairs: self.pairs.resume()?, times: self.times.resume()? })
    }
}

impl PairJournal {
    /// Appends a pair.
    pub(super) fn note(&mut self, number: usize, pair: &PlayedPair) -> Result<(), JournalError> {
        // Times first: a pair that is known has times, but a pair may be played again.
        self.times.append(&pair.times(number))?;
        self.pairs.append(&pair.line(number))
    }

    /// Puts the files into the order of the pairs.
    pub(super) fn finish(self, pairs: &[PlayedPair]) -> Result<(), JournalError> {
        let all = pairs.iter().enumerate();
        self.times.finish(all.clone().map(|(number, pair)| pair.times(number)))?;
        self.pairs.finish(all.map(|(number, pair)| pair.line(number)))
    }
}

fn read_pair(line: &str) -> Option<(usize, PlayedPair)> {
    let numbers: Vec<u64> = line.split('\t').map(|field| field.parse().ok()).collect::<Option<_>>()?;
    let &[number, black, white, moves_1, moves_2, nodes_1, nodes_2, depth_1, depth_2] = &numbers[..] else {
        return None;
    };
    let half_points = |points: u64| u8::try_from(points).ok().filter(|&points| points <= 2);
    let effort = |moves, nodes, depth| Effort { moves, nodes, depth, time: None };
    let pair = PlayedPair {
        half_points: [half_points(black)?, half_points(white)?],
        effort: [effort(moves_1, nodes_1, depth_1), effort(moves_2, nodes_2, depth_2)],
    };
    Some((number.try_into().ok()?, pair))
}

fn read_times(line: &str) -> Option<(usize, [Option<Duration>; 2])> {
    let (number, times) = line.split_once('\t')?;
    let (one, other) = times.split_once('\t')?;
    let time = |text: &str| match text {
        "--" => Some(None),
        nanoseconds => nanoseconds.parse().ok().map(|n| Some(Duration::from_nanos(n))),
    };
    Some((number.parse().ok()?, [time(one)?, time(other)?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back_and_others_refused() {
        let effort =
            |n| Effort { moves: n, nodes: 100 * n, depth: 7 * n, time: Some(Duration::from_nanos(n)) };
        let pair = PlayedPair { half_points: [2, 1], effort: [effort(50), effort(49)] };
        assert!((pair.margin() - 1.0).abs() < 1e-12);
        let (number, mut back) = read_pair(&pair.line(12)).unwrap();
        let (same, times) = read_times(&pair.times(12)).unwrap();
        back.effort.iter_mut().zip(times).for_each(|(effort, time)| effort.time = time);
        assert_eq!((number, same, back), (12, 12, pair));
        assert_eq!(read_times("3\t--\t5"), Some((3, [None, Some(Duration::from_nanos(5))])));
        for wrong in [
            "",
            "1\t2",
            "0\t3\t0\t1\t1\t1\t1\t1\t1",
            "0\t-1\t0\t1\t1\t1\t1\t1\t1",
            "0\t1\t1\t1\t1\t1\t1\t1\t1\t1",
        ] {
            assert_eq!(read_pair(wrong), None, "{wrong}");
        }
    }
}
