//! psv: vectors made by another program, spoilt bytes, moves; round trips and hostile bytes of psv and hcpe.

use komadai_core::notation::packed::{
    HcpePosition, PackedError, PackedPosition, Record, RecordResult, pack_hcpe_move, pack_move,
    unpack_hcpe_move, unpack_move,
};
use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Move, PieceKind, Position};
use proptest::prelude::{any, prop_assert_eq, proptest};

/// `SFEN<TAB>move<TAB>score<TAB>result<TAB>40 bytes in hex`, written by cshogi 1.1.0 (`Board.to_psfen`,
/// `move16_to_psv`) on random games, on extreme hands and boards, and on handicaps.
const VECTORS: &str = include_str!("../data/packed.tsv");

pub(crate) fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hex")).collect()
}

#[test]
fn vectors_of_another_program_agree_in_both_directions() {
    let mut count = 0;
    for line in VECTORS.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let pos: Position = fields[0].parse().unwrap();
        let mv: Move = fields[1].parse().unwrap();
        let bytes = bytes_of(fields[4]);
        let record = Record::from_bytes(&bytes).unwrap();
        assert_eq!(record.position.unpack(record.ply).unwrap(), pos, "{line}");
        assert_eq!(record.mv, Some(mv), "{line}");
        assert_eq!(record.score.to_string(), fields[2], "{line}");
        assert_eq!((record.result as i8).to_string(), fields[3], "{line}");
        assert_eq!(PackedPosition::pack(&pos).unwrap(), record.position, "{line}");
        assert_eq!(record.to_bytes()[..], bytes[..], "{line}");
        count += 1;
    }
    assert_eq!(count, 63);
}

#[test]
fn a_position_without_a_king_is_refused() {
    let pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().unwrap();
    assert_eq!(PackedPosition::pack(&pos), Err(PackedError::NoKing(Color::Black)));
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
    let mut bytes = Record {
        position: PackedPosition::pack(&Position::startpos()).unwrap(),
        score: -1,
        mv: None,
        ply: 1,
        result: RecordResult::Loss,
    }
    .to_bytes();
    assert_eq!(Record::from_bytes(&bytes[..39]), Err(PackedError::Length(39, 40)));
    assert!(Record::from_bytes(&bytes).is_ok_and(|record| record.mv.is_none()));
    bytes[38] = 2;
    assert_eq!(Record::from_bytes(&bytes), Err(PackedError::Result(2)));
}

#[test]
fn moves_of_sixteen_bits_are_read_as_written_or_refused() {
    let mut moves = 0;
    for bits in 0..=u16::MAX {
        match unpack_move(bits) {
            Ok(mv) => {
                assert_eq!(pack_move(mv), bits);
                moves += usize::from(mv.is_some());
            }
            Err(error) => assert_eq!(error, PackedError::Move(bits)),
        }
    }
    // 81 × 80 ways on the board, promoting or not, and seven kinds on 81 squares.
    assert_eq!(moves, 81 * 80 * 2 + 7 * 81);
}

/// Positions of a random game, with the moves played in them.
fn random_game(start: &str, seed: u64, plies: u64) -> Vec<(Position, Move)> {
    let mut rng = SplitMix64::new(seed);
    let mut pos: Position = start.parse().expect("an SFEN");
    let mut played = Vec::new();
    for _ in 0..plies {
        let moves = pos.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.below(moves.len() as u64) as usize];
        played.push((pos.clone(), mv));
        pos.do_move(mv);
    }
    played
}

const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const HANDICAP: &str = "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";

proptest! {
    #[test]
    fn random_games_survive_the_round_trip(seed in any::<u64>()) {
        for (pos, mv) in [EVEN, HANDICAP].iter().flat_map(|start| random_game(start, seed, 200)) {
            let number = pos.move_number() as u16;
            prop_assert_eq!(&PackedPosition::pack(&pos).unwrap().unpack(number).unwrap(), &pos);
            prop_assert_eq!(&HcpePosition::pack(&pos).unwrap().unpack(number).unwrap(), &pos);
            prop_assert_eq!(unpack_move(pack_move(Some(mv))), Ok(Some(mv)));
            prop_assert_eq!(unpack_hcpe_move(pack_hcpe_move(Some(mv))), Ok(Some(mv)));
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in any::<[u8; 32]>()) {
        if let Ok(pos) = PackedPosition(bytes).unpack(0) {
            prop_assert_eq!(PackedPosition::pack(&pos).map(|packed| packed.unpack(1).unwrap()), Ok(pos));
        }
        if let Ok(pos) = HcpePosition(bytes).unpack(0) {
            prop_assert_eq!(HcpePosition::pack(&pos).map(|packed| packed.unpack(1).unwrap()), Ok(pos));
        }
    }

    #[test]
    fn single_flipped_bits_are_read_or_refused(bit in 0usize..256, seed in any::<u64>(), plies in 1u64..150) {
        let game = random_game(EVEN, seed, plies);
        let (pos, _) = game.last().expect("a first move");
        let number = pos.move_number() as u16;
        let flipped = |mut bytes: [u8; 32]| {
            bytes[bit / 8] ^= 1 << (bit % 8);
            bytes
        };
        let psv = PackedPosition(flipped(PackedPosition::pack(pos).unwrap().0)).unpack(number);
        let hcpe = HcpePosition(flipped(HcpePosition::pack(pos).unwrap().0)).unpack(number);
        for other in [psv, hcpe].into_iter().flatten() {
            assert_ne!(&other, pos);
        }
    }
}
