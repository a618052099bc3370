//! psv and hcpe: vectors made by another program, damaged bytes, moves, round trips and hostile bytes.

use komadai_core::notation::packed::{
    HcpePosition, HcpeRecord, PackedError, PackedPosition, Record, RecordResult, TrainingRecord, pack_move,
    unpack_move,
};
use komadai_core::notation::sfen;
use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Move, PieceKind, Position, SetupError, random};

/// `SFEN<TAB>move<TAB>score<TAB>result<TAB>bytes in hex`, written by cshogi 1.1.0 (`Board.to_psfen`, `move16_to_psv`; `Board.to_hcp`,
/// `move16`) on random games, on extreme hands and boards, and on handicaps.
const PSV: &str = include_str!("../data/packed.tsv");
const HCPE: &str = include_str!("../data/hcpe.tsv");

/// Compares each record of a file with what its line says; `known` returns move, score and result as text.
fn compare<R: TrainingRecord>(vectors: &str, known: impl Fn(&R, &Position) -> [String; 3]) -> usize {
    for line in vectors.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let byte = |at| u8::from_str_radix(&fields[4][at..at + 2], 16).expect("hex");
        let bytes: Vec<u8> = (0..fields[4].len()).step_by(2).map(byte).collect();
        let (pos, record) = (fields[0].parse().expect("an SFEN"), R::read(&bytes).expect(line));
        assert!(record.unpack().expect(line).same_position(&pos), "{line}");
        assert_eq!(known(&record, &pos), fields[1..4], "{line}");
        let mut written = Vec::new();
        record.write(&mut written);
        assert_eq!(written, bytes, "{line}");
    }
    vectors.lines().count()
}

fn shown(mv: Option<Move>) -> String {
    mv.map_or_else(String::new, |mv| mv.to_string())
}

#[test]
fn vectors_of_another_program_agree_in_both_directions() {
    let psv = compare(PSV, |record: &Record, pos| {
        assert_eq!(PackedPosition::pack(pos), Ok(record.position));
        assert_eq!(record.position.unpack(record.ply).as_ref(), Ok(pos));
        [shown(record.mv), record.score.to_string(), (record.result as i8).to_string()]
    });
    let hcpe = compare(HCPE, |record: &HcpeRecord, pos| {
        assert_eq!(HcpePosition::pack(pos), Ok(record.position));
        let winner = record.winner.map_or(0, |winner| 1 + winner as u8);
        [shown(record.mv), record.score.to_string(), winner.to_string()]
    });
    assert_eq!((psv, hcpe), (63, 27));
}

#[test]
fn spoilt_positions_are_refused_with_the_place() {
    let start = PackedPosition::pack(&Position::startpos()).unwrap();
    let with = |spoil: &dyn Fn(&mut [u8; 32])| {
        let mut bytes = start.0;
        spoil(&mut bytes);
        PackedPosition(bytes).unpack(1).unwrap_err()
    };
    // Bits 1-7 are the square of Black's king.
    assert_eq!(with(&|b| b[0] = 127 << 1), PackedError::KingSquare(Color::Black, 127));
    assert_eq!(with(&|b| b[0] = 81 << 1), PackedError::KingSquare(Color::Black, 81));
    assert_eq!(
        with(&|b| (b[0], b[1]) = (36 << 1, 0x24 | b[1] & 0x80)),
        PackedError::KingsMeet("5a".parse().unwrap())
    );
    // On a board of two kings the hands begin at bit 1 + 14 + 79; a pawn is 000 there, 010 is one left out, 011 nothing.
    let all_in_hand: Position = "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1".parse().unwrap();
    let mut packed = PackedPosition::pack(&all_in_hand).unwrap();
    packed.0[95 / 8] |= 1 << (95 % 8);
    let one_less: Position = "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L17P 1".parse().unwrap();
    assert_eq!(packed.unpack(1), Ok(one_less));
    packed.0[96 / 8] |= 1 << (96 % 8);
    assert_eq!(packed.unpack(1), Err(PackedError::HeldCode(94)));
    // A lance becomes a knight, whose code is as long: one left out is one too many.
    let no_knight: Position = "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S3N4L18P 1".parse().unwrap();
    let mut packed = PackedPosition::pack(&no_knight).unwrap();
    packed.0[150 / 8] |= 1 << (150 % 8);
    assert_eq!(packed.unpack(1), Err(PackedError::Count(PieceKind::Lance, 3, 4)));
    assert_eq!(with(&|b| b[2..].fill(0)), PackedError::HandFull(PieceKind::Pawn, 18));
}

#[test]
fn spoilt_records_are_refused() {
    let position = PackedPosition::pack(&Position::startpos()).unwrap();
    let mut bytes = Record { position, score: -1, mv: None, ply: 1, result: RecordResult::Loss }.to_bytes();
    assert_eq!(Record::read(&bytes[..39]), Err(PackedError::Length(39, 40)));
    assert!(Record::read(&bytes).is_ok_and(|record| record.mv.is_none()));
    bytes[38] = 2;
    assert_eq!(Record::read(&bytes), Err(PackedError::Result(2)));

    let start = Position::startpos();
    let record =
        HcpeRecord { position: HcpePosition::pack(&start).unwrap(), score: -1, mv: None, winner: None };
    let mut bytes = Vec::new();
    record.write(&mut bytes);
    assert_eq!(HcpeRecord::read(&bytes), Ok(record));
    assert_eq!(HcpeRecord::read(&bytes[..37]), Err(PackedError::Length(37, 38)));
    bytes[36] = 3;
    assert_eq!(HcpeRecord::read(&bytes), Err(PackedError::Winner(3)));
    // The other format has other codes.
    assert!(HcpePosition(position.0).unpack(1) != Ok(start));
    // Black has no king: its square is 81 in files of some writers.
    let mut kingless = record.position;
    kingless.0[0] = 81 << 1;
    assert_eq!(kingless.unpack(1), Err(PackedError::KingSquare(Color::Black, 81)));
}

#[test]
fn moves_of_sixteen_bits_are_read_as_written_or_refused() {
    let (mut psv, mut hcpe) = (0, 0);
    let mut bytes = vec![0; HcpeRecord::LEN];
    for bits in 0..=u16::MAX {
        match unpack_move(bits) {
            Ok(mv) => {
                assert_eq!(pack_move(mv), bits);
                psv += usize::from(mv.is_some());
            }
            Err(error) => assert_eq!(error, PackedError::Move(bits)),
        }
        bytes[34..36].copy_from_slice(&bits.to_le_bytes());
        match HcpeRecord::read(&bytes) {
            Ok(record) => {
                let mut written = Vec::new();
                record.write(&mut written);
                assert_eq!(written, bytes);
                hcpe += usize::from(record.mv.is_some());
            }
            Err(error) => assert_eq!(error, PackedError::Move(bits)),
        }
    }
    // 81 × 80 ways on the board, promoting or not, and seven kinds on 81 squares.
    assert_eq!([psv, hcpe], [81 * 80 * 2 + 7 * 81; 2]);
}

/// Any bytes are no position, or a position that packs again.
fn unpacked(bytes: [u8; 32]) -> impl Iterator<Item = Position> {
    let psv = PackedPosition(bytes).unpack(0).ok();
    let hcpe = HcpePosition(bytes).unpack(0).ok();
    if let Some(pos) = &psv {
        assert_eq!(PackedPosition::pack(pos).unwrap().unpack(1).as_ref(), Ok(pos));
    }
    if let Some(pos) = &hcpe {
        assert_eq!(HcpePosition::pack(pos).unwrap().unpack(1).as_ref(), Ok(pos));
    }
    psv.into_iter().chain(hcpe)
}

#[test]
fn positions_of_random_games_come_back_and_any_bytes_and_single_flipped_bits_are_read_or_refused() {
    let mut rng = SplitMix64::new(2);
    for _ in 0..300 {
        (0..20).for_each(|_| drop(unpacked(std::array::from_fn(|_| rng.next_u64() as u8))));
        let plies = rng.below(150) as u32;
        let pos = random::play(&mut rng, plies);
        let number = pos.move_number() as u16;
        let (psv, hcpe) = (PackedPosition::pack(&pos).unwrap(), HcpePosition::pack(&pos).unwrap());
        assert_eq!([psv.unpack(number).as_ref(), hcpe.unpack(number).as_ref()], [Ok(&pos); 2]);
        for (packed, bit) in
            [psv.0, hcpe.0].into_iter().flat_map(|packed| (0..256).map(move |bit| (packed, bit)))
        {
            let mut flipped = packed;
            flipped[bit / 8] ^= 1 << (bit % 8);
            // The other format may read this bit differently.
            assert!(unpacked(flipped).all(|other| !other.same_position(&pos)), "bit {bit}");
        }
    }
}

#[test]
fn what_unpacking_refuses_is_not_packed() {
    let setup = sfen::setup("4k4/9/9/9/9/9/4P4/4P4/4K4 b - 1").unwrap();
    let irregular = Position::new_irregular(&setup).unwrap();
    let refused = PackedError::Setup(SetupError::TwoPawns(Color::Black, 5));
    assert_eq!(PackedPosition::pack(&irregular), Err(refused));
    assert_eq!(HcpePosition::pack(&irregular), Err(refused));
}
