//! hcpe: vectors made by another program, spoilt records, moves. Round trips stand beside those of psv, in `packed.rs`.

use komadai_core::notation::packed::{
    HcpePosition, HcpeRecord, PackedError, PackedPosition, pack_hcpe_move, unpack_hcpe_move,
};
use komadai_core::{Color, Move, Position};

use crate::packed::bytes_of;

/// `SFEN<TAB>move<TAB>score<TAB>result<TAB>38 bytes in hex`, written by cshogi 1.1.0 (`Board.to_hcp`, `move16`) on random
/// games, on extreme hands and boards, and on handicaps.
const VECTORS: &str = include_str!("../data/hcpe.tsv");

#[test]
fn vectors_of_another_program_agree_in_both_directions() {
    let mut count = 0;
    for line in VECTORS.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let pos: Position = fields[0].parse().unwrap();
        let mv: Move = fields[1].parse().unwrap();
        let winner = [None, Some(Color::Black), Some(Color::White)][fields[3].parse::<usize>().unwrap()];
        let bytes = bytes_of(fields[4]);
        let record = HcpeRecord::from_bytes(&bytes).unwrap();
        assert_eq!(record.position.unpack(pos.move_number() as u16).unwrap(), pos, "{line}");
        assert_eq!((record.mv, record.winner), (Some(mv), winner), "{line}");
        assert_eq!(record.score.to_string(), fields[2], "{line}");
        assert_eq!(HcpePosition::pack(&pos).unwrap(), record.position, "{line}");
        assert_eq!(record.to_bytes()[..], bytes[..], "{line}");
        count += 1;
    }
    assert_eq!(count, 27);
}

#[test]
fn spoilt_records_are_refused() {
    let start = Position::startpos();
    let record =
        HcpeRecord { position: HcpePosition::pack(&start).unwrap(), score: -1, mv: None, winner: None };
    let mut bytes = record.to_bytes();
    assert_eq!(HcpeRecord::from_bytes(&bytes), Ok(record));
    assert_eq!(HcpeRecord::from_bytes(&bytes[..37]), Err(PackedError::Length(37, 38)));
    bytes[36] = 3;
    assert_eq!(HcpeRecord::from_bytes(&bytes), Err(PackedError::Winner(3)));
    // The other format has other codes.
    assert!(HcpePosition(PackedPosition::pack(&start).unwrap().0).unpack(1) != Ok(start));
    // Black has no king: its square is 81 in files of some writers.
    let mut kingless = record.position;
    kingless.0[0] = 81 << 1;
    assert_eq!(kingless.unpack(1), Err(PackedError::KingSquare(Color::Black, 81)));
}

#[test]
fn moves_of_sixteen_bits_are_read_as_written_or_refused() {
    let mut moves = 0;
    for bits in 0..=u16::MAX {
        match unpack_hcpe_move(bits) {
            Ok(mv) => {
                assert_eq!(pack_hcpe_move(mv), bits);
                moves += usize::from(mv.is_some());
            }
            Err(error) => assert_eq!(error, PackedError::Move(bits)),
        }
    }
    // 81 × 80 ways on the board, promoting or not, and seven kinds on 81 squares.
    assert_eq!(moves, 81 * 80 * 2 + 7 * 81);
}
