//! The lines of a corpus's journal: which blocks are on disk, and the checksum each should have.

use super::Tally;

/// Names of the columns.
pub(super) const COLUMNS: &str =
    "block\tgames\tdropped\tblack\twhite\tplies\trecords\trecords so far\tCRC-32";

/// A line: one block that is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) block: u64,
    pub(super) tally: Tally,
    /// Records of the blocks up to this one.
    pub(super) records_so_far: u64,
    /// CRC-32 of the bytes of the block.
    pub(super) crc: u32,
}

impl Entry {
    pub(super) fn line(&self) -> String {
        let Entry { block, tally, records_so_far, crc } = self;
        let Tally { games, dropped, black, white, plies, records } = tally;
        format!(
            "{block}\t{games}\t{dropped}\t{black}\t{white}\t{plies}\t{records}\t{records_so_far}\t{crc:08x}"
        )
    }

    /// Reads the line of the block behind `before`. `None`: it tells no such block.
    pub(super) fn read(line: &str, before: Option<&Entry>) -> Option<Entry> {
        let (numbers, crc) = line.rsplit_once('\t')?;
        let crc = (crc.len() == 8).then(|| u32::from_str_radix(crc, 16).ok())??;
        let numbers: Vec<u64> = numbers.split('\t').map(str::parse).collect::<Result<_, _>>().ok()?;
        let [block, games, dropped, black, white, plies, records, records_so_far] = numbers[..] else {
            return None;
        };
        let tally = Tally { games, dropped, black, white, plies, records };
        let follows = block == before.map_or(0, |before| before.block + 1)
            && before.map_or(0, |before| before.records_so_far).checked_add(records) == Some(records_so_far);
        let games_add_up = black.checked_add(white).is_some_and(|decided| decided <= games);
        (follows && games_add_up).then_some(Entry { block, tally, records_so_far, crc })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_read_back_is_the_entry_and_must_follow_the_one_before() {
        let tally = Tally { games: 14, dropped: 2, black: 7, white: 6, plies: 1_093, records: 717 };
        let first = Entry { block: 0, tally, records_so_far: 717, crc: 0xbb };
        let second = Entry { block: 1, records_so_far: 1_434, ..first };
        let read = |entry: &Entry, before| Entry::read(&entry.line(), before);
        assert_eq!(read(&first, None), Some(first));
        assert_eq!(read(&second, Some(&first)), Some(second));
        // Not the next block; records that do not add up; more wins than games; a number too few.
        assert_eq!(read(&second, None), None);
        assert_eq!(read(&Entry { records_so_far: 1_435, ..second }, Some(&first)), None);
        let wins = Tally { black: 9, ..tally };
        assert_eq!(read(&Entry { tally: wins, ..first }, None), None);
        assert_eq!(Entry::read("0\t14\t2\t7\t6\t1093\t717\t000000bb", None), None);
        let huge = format!("0\t1\t0\t0\t0\t1\t{0}\t{0}\t000000bb", u64::MAX);
        assert!(
            Entry::read(&huge, None).is_some_and(|entry| Entry::read(
                "1\t1\t0\t0\t0\t1\t1\t0\t000000bb",
                Some(&entry)
            )
            .is_none())
        );
    }
}
