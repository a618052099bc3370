//! The file of finished positions, so that a run can be broken off and taken up again.
//!
//! A line a position, written at once; at the end the file is put into the order of the positions, the same bytes for any
//! number of threads.

use std::path::Path;

use komadai::Move;
use komadai::learn::{JournalError, JournalHeader, SavedJournal};
use komadai_report::read_value;

use crate::play::{Candidate, Ending, Tried};
use crate::starts::Start;

const COLUMNS: &str = "position\tstatic value\tbest move\tvalue\tchance\tgamble\tvalue\tchance\tafter the best\tafter the gamble";
/// In the place of an ending: the gamble is the best move.
const SAME: &str = "same";

pub(crate) struct Journal(komadai::learn::Journal);

impl Journal {
    /// Makes the file, or takes it over with what it knows of the positions.
    pub(crate) fn open(
        path: &Path,
        run: &str,
        starts: &[Start],
    ) -> Result<(Journal, Vec<Option<Tried>>), JournalError> {
        let saved = SavedJournal::read(path, &JournalHeader { kind: "gamble", run, columns: COLUMNS })?;
        let mut known: Vec<Option<Tried>> = starts.iter().map(|_| None).collect();
        for (number, line) in saved.lines() {
            let wrong = |expected: &str| saved.line_error(number, format!("{line:?}"), expected);
            let (index, tried) = read(line).ok_or_else(|| wrong("the ten fields of a position"))?;
            let place = known.get_mut(index).ok_or_else(|| wrong("the number of a position"))?;
            let pos = starts[index].line.position();
            if ![tried.best.mv, tried.gamble.mv].iter().all(|&mv| pos.is_legal(mv)) {
                return Err(wrong("moves that are legal in the position"));
            }
            if place.replace(tried).is_some() {
                return Err(wrong("every position once"));
            }
        }
        Ok((Journal(saved.resume()?), known))
    }

    pub(crate) fn note(&mut self, index: usize, tried: &Tried) -> Result<(), JournalError> {
        self.0.append(&write(index, tried))
    }

    /// Puts the file into the order of the positions.
    pub(crate) fn finish(self, tried: &[Tried]) -> Result<(), JournalError> {
        self.0.finish(tried.iter().enumerate().map(|(index, tried)| write(index, tried)))
    }
}

fn write(index: usize, tried: &Tried) -> String {
    let Tried { static_value, best, gamble, endings } = tried;
    let candidate = |of: &Candidate| format!("{}\t{}\t{}", of.mv, of.value.cp(), of.chance);
    let name = |number: usize| {
        let ending = endings.map(|endings| endings[number]);
        Ending::ALL.iter().find(|&&(known, _)| Some(known) == ending).map_or(SAME, |&(_, name)| name)
    };
    let (best, gamble) = (candidate(best), candidate(gamble));
    format!("{index}\t{}\t{best}\t{gamble}\t{}\t{}", static_value.cp(), name(0), name(1))
}

/// The number of a position and what was found there.
fn read(line: &str) -> Option<(usize, Tried)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[index, static_value, best, best_value, best_chance, mv, its_value, its_chance, one, other] =
        fields.as_slice()
    else {
        return None;
    };
    let candidate = |mv: &str, its: &str, chance: &str| {
        let chance = chance.parse().ok().filter(|chance| (0.0..=1.0).contains(chance))?;
        Some(Candidate { mv: mv.parse::<Move>().ok()?, value: read_value(its)?, chance })
    };
    let best = candidate(best, best_value, best_chance)?;
    let gamble = candidate(mv, its_value, its_chance)?;
    let ending = |name: &str| Some(Ending::ALL.iter().find(|(_, known)| *known == name)?.0);
    let endings = if best.mv == gamble.mv {
        (one == SAME && other == SAME).then_some(None)?
    } else {
        Some([ending(one)?, ending(other)?])
    };
    Some((index.parse().ok()?, Tried { static_value: read_value(static_value)?, best, gamble, endings }))
}
