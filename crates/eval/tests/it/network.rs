//! Networks against a slow reference, written from the description of the usual format; files; a published network if there is one.

use std::sync::LazyLock;

use crate::positions::{mirrored, positions, turned};
use komadai_core::files::FileError;
use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Evaluator, PieceKind, Position, Square, Value, testing};
use komadai_eval::network::{HALF, Inputs, Layer, Network, NetworkEvaluator};

/// Random weights, those of the transform in ±`most`.
fn network(inputs: Inputs, [first, second]: [usize; 2], most: i64) -> Network {
    let mut rng = SplitMix64::new(9);
    let mut draw = |most: i64| rng.below(2 * most as u64 + 1) as i64 - most;
    let mut layer = |from: usize, to: usize, bias| Layer {
        biases: (0..to).map(|_| draw(bias) as i32).collect(),
        weights: (0..from * to).map(|_| draw(127) as i8).collect(),
    };
    let layers = [layer(2 * HALF, first, 9_000), layer(first, second, 9_000), layer(second, 1, 20_000)];
    // A row is the one before it, shifted and changed a little: 32 million draws would take too long.
    let biases: [i16; HALF] = std::array::from_fn(|_| draw(most) as i16);
    let mut row = biases;
    let mut next = |_| {
        row.rotate_right(1);
        row[0] = draw(most) as i16;
        row[97] = draw(most) as i16;
        row
    };
    let transform = (0..inputs.len()).map(&mut next).collect();
    Network::from_parts(inputs, biases, transform, layers).expect("parts that fit")
}

pub(crate) static KING_PIECE: LazyLock<Network> = LazyLock::new(|| network(Inputs::KingPiece, [32, 32], 60));
pub(crate) static HALF_KING_PIECE: LazyLock<Network> =
    LazyLock::new(|| network(Inputs::HalfKingPiece, [32, 32], 60));

/// Numbers of pieces in the usual order: pieces in hand one by one, friend's and then enemy's; then pieces on the board.
fn active(inputs: Inputs, pos: &Position, view: Color) -> Vec<usize> {
    use PieceKind::*;
    let mut numbers = Vec::new();
    let mut start = 1;
    for (kind, most) in [(Pawn, 18), (Lance, 4), (Knight, 4), (Silver, 4), (Gold, 4), (Bishop, 2), (Rook, 2)]
    {
        for color in [view, !view] {
            numbers.extend((0..pos.hand(color).count(kind) as usize).map(|nth| start + nth));
            start += most + 1;
        }
    }
    assert_eq!(start, 91);
    start = 90;
    let golds = [Gold, ProPawn, ProLance, ProKnight, ProSilver];
    for kinds in [
        &[Pawn][..],
        &[Lance],
        &[Knight],
        &[Silver],
        &golds,
        &[Bishop],
        &[Horse],
        &[Rook],
        &[Dragon],
        &[King],
    ] {
        if kinds == [King] && inputs == Inputs::HalfKingPiece {
            break;
        }
        for color in [view, !view] {
            numbers.extend(Square::all().filter_map(|square| {
                let seen = if view == Color::Black { square } else { square.turned() };
                let here =
                    pos.piece_at(seen).is_some_and(|it| it.color() == color && kinds.contains(&it.kind()));
                here.then_some(start + square.index())
            }));
            start += 81;
        }
    }
    match (inputs, pos.king(view)) {
        (Inputs::KingPiece, _) => numbers,
        (Inputs::HalfKingPiece, None) => Vec::new(),
        (Inputs::HalfKingPiece, Some(king)) => {
            let king = if view == Color::Black { king } else { king.turned() };
            numbers.iter().map(|number| 1_548 * king.index() + number).collect()
        }
    }
}

/// The value by plain arithmetic.
fn reference(network: &Network, pos: &Position) -> i32 {
    let mut numbers = Vec::new();
    for view in [pos.side_to_move(), !pos.side_to_move()] {
        let inputs = active(network.inputs(), pos, view);
        for sum in 0..HALF {
            let weights: i64 = inputs.iter().map(|&input| i64::from(network.transform()[input][sum])).sum();
            let sum = i64::from(network.transform_biases()[sum]) + weights;
            // Sums of 16 bits wrap.
            let wrapped = (sum + 32_768).rem_euclid(65_536) - 32_768;
            numbers.push(wrapped.clamp(0, 127));
        }
    }
    for (layer, weights) in network.layers().iter().zip([6, 6, 0]) {
        let rows = layer.weights.chunks(numbers.len());
        let sums = rows.zip(&layer.biases).map(|(row, &bias)| {
            let products = row.iter().zip(&numbers).map(|(&weight, number)| i64::from(weight) * number);
            i64::from(bias) + products.sum::<i64>()
        });
        numbers = match weights {
            0 => sums.collect(),
            shift => sums.map(|sum| sum.div_euclid(1 << shift).clamp(0, 127)).collect(),
        };
    }
    (numbers[0] / 16) as i32
}

fn value(eval: &NetworkEvaluator, pos: &Position) -> i32 {
    eval.evaluate(&eval.fresh(pos), pos).cp()
}

#[test]
fn values_are_those_of_the_reference() {
    // Also widths between those of the loops, and sums that wrap.
    let others =
        [[8, 32], [16, 32], [1, 1], [13, 40], [33, 64]].map(|hidden| network(Inputs::KingPiece, hidden, 60));
    let wrapping = network(Inputs::KingPiece, [16, 32], 32_000);
    let all = others.iter().chain([&wrapping, &*KING_PIECE, &*HALF_KING_PIECE]);
    for network in all {
        let eval = NetworkEvaluator::new(network);
        let mut different = std::collections::HashSet::new();
        for pos in positions(60) {
            for pos in [turned(&pos), pos] {
                assert_eq!(value(&eval, &pos), reference(network, &pos), "{network:?}: {pos}");
                different.insert(value(&eval, &pos));
            }
        }
        assert!(
            different.len() > 20 || network.hidden() == [1, 1],
            "{network:?}: {} values",
            different.len()
        );
    }
    testing::assert_advance_equals_fresh(&NetworkEvaluator::new(&wrapping), 4, 12);
}

#[test]
fn the_output_is_divided_by_what_is_asked() {
    let eval = NetworkEvaluator::new(&KING_PIECE);
    let (twelve, forty_eight) = (eval.clone().with_fv_scale(12), eval.with_fv_scale(48));
    let values = positions(20).into_iter().map(|pos| (value(&twelve, &pos), value(&forty_eight, &pos)));
    let small: Vec<_> = values.filter(|(value, _)| value.abs() < Value::MAX_EVAL.cp()).collect();
    assert!(small.len() > 10 && small.iter().all(|(value, quarter)| value / 4 == *quarter), "{small:?}");
}

#[test]
fn inputs_of_a_mirrored_board_are_mirrored() {
    for inputs in [Inputs::KingPiece, Inputs::HalfKingPiece] {
        for pos in positions(20) {
            let (mut expected, mut found) = (Vec::new(), Vec::new());
            inputs.active(&mirrored(&pos), pos.side_to_move(), |input| expected.push(input));
            inputs.active(&pos, pos.side_to_move(), |input| found.extend(inputs.mirrored(input)));
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{pos}");
        }
        assert_eq!(inputs.mirrored(inputs.len()), None);
    }
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let layer = |(from, to): (usize, usize)| Layer { biases: vec![0; to], weights: vec![0; from * to] };
    for (rows, layers, said) in [
        (1_709, [(512, 8), (8, 32), (32, 1)], "1709 inputs of the transform, expected 1710"),
        (1_710, [(512, 65), (65, 32), (32, 1)], "65 outputs of layer 1, expected 64"),
        (1_710, [(512, 8), (9, 32), (32, 1)], "288 weights of layer 2, expected 256"),
        (1_710, [(512, 8), (8, 0), (0, 1)], "0 outputs of layer 2, expected 1"),
        (1_710, [(512, 8), (8, 32), (32, 2)], "2 outputs of layer 3, expected 1"),
    ] {
        let transform = vec![[0; HALF]; rows];
        let made = Network::from_parts(Inputs::KingPiece, [0; HALF], transform, layers.map(layer));
        assert_eq!(made.unwrap_err().to_string(), format!("network: {said}"));
    }
}

/// Bytes before the weights of the transform's first input: head, string, hash and biases.
fn head_len(network: &Network) -> usize {
    12 + network.architecture().len() + 4 + 512
}

#[test]
fn files_have_the_form_of_the_field() {
    let network = network(Inputs::KingPiece, [8, 32], 60);
    let bytes = network.to_bytes();
    assert_eq!(bytes[..4], 0x7AF3_2F16_u32.to_le_bytes());
    let string = "Features=K+P[1710->256x2],Network=AffineTransform[1<-32](ClippedReLU[32](AffineTransform[32<-8]\
                  (ClippedReLU[8](AffineTransform[8<-512](InputSlice[512(0:512)])))))";
    assert_eq!(&bytes[12..12 + string.len()], string.as_bytes());
    // Rows of 8 weights are filled up to 32.
    let layers = 4 + 8 * (4 + 512) + 32 * (4 + 32) + 4 + 32;
    assert_eq!(bytes.len(), head_len(&network) + 1_710 * 512 + layers);
    let second = bytes.len() - (4 + 32) - 32 * 32;
    let weights = network.layers()[1].weights[8..16].iter().map(|&weight| weight as u8);
    assert!(bytes[second + 32..second + 40].iter().copied().eq(weights));
    assert!(bytes[second + 40..second + 64].iter().all(|&byte| byte == 0));
    // Hashes of the two architectures that have been published most.
    let hash = |network: &Network| u32::from_le_bytes(*network.to_bytes()[4..].first_chunk().unwrap());
    assert_eq!([hash(&KING_PIECE), hash(&HALF_KING_PIECE)], [0x5C64_64A9, 0x3E5A_A6EE]);
}

#[test]
fn networks_come_back_as_they_were_written() {
    for network in [&network(Inputs::KingPiece, [13, 40], 60), &*HALF_KING_PIECE] {
        let bytes = network.to_bytes();
        let back = Network::read(&bytes).unwrap();
        assert!(back == *network);
        assert!(back.to_bytes() == bytes);
    }
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("eval-nn.bin");
    KING_PIECE.save(&file).unwrap();
    assert!(Network::load(&file).unwrap() == *KING_PIECE);
    std::fs::write(&file, &KING_PIECE.to_bytes()[..100]).unwrap();
    let error = Network::load(&file).unwrap_err().to_string();
    assert!(error.starts_with(&format!("network {}: ", file.display())), "{error}");
    std::fs::remove_file(&file).unwrap();
    assert!(matches!(Network::load(&file), Err(FileError::System { .. })));
}

#[test]
fn files_of_other_things_are_refused_by_name() {
    let network = network(Inputs::KingPiece, [16, 32], 60);
    let bytes = network.to_bytes();
    let with = |at: usize, new: &[u8]| {
        let mut changed = bytes.clone();
        changed[at..at + new.len()].copy_from_slice(new);
        Network::read(&changed).unwrap_err().to_string()
    };
    for len in [0, 3, 4, 11, 50, 200, head_len(&network), bytes.len() - 1] {
        let error = Network::read(&bytes[..len]).unwrap_err().to_string();
        assert!(error.contains(&format!("network of {len} bytes")) && error.contains("cut short"), "{error}");
    }
    let longer = Network::read(&[&bytes[..], &[0]].concat()).unwrap_err().to_string();
    assert!(longer.contains("something was added"), "{longer}");
    assert!(with(0, b"KMDI").contains("begins with 0x49444d4b"));
    assert!(with(4, &[0; 4]).contains("the network has hash 0x00000000, expected 0x"));
    assert!(with(head_len(&network) - 516, &[0; 4]).contains("the transform has hash 0x00000000"));
    let layers = head_len(&network) + 1_710 * 512;
    assert!(with(layers, &[0; 4]).contains("the layers has hash"), "{}", with(layers, &[0; 4]));
    // A length that no file has allocates no memory, and is not an architecture.
    assert!(with(8, &u32::MAX.to_le_bytes()).contains("network of architecture"));
    let other = network.architecture().replace("K+P[1710", "KKP[1710");
    assert!(with(12, other.as_bytes()).contains(&format!("network of architecture {other:?}, expected K+P")));
    for (from, to) in
        [("x2]", "x3]"), ("[16<-512]", "[99<-512]"), ("[16<-512]", "[16<-513]"), ("32](C", "  ](C")]
    {
        let other = network.architecture().replacen(from, to, 1);
        assert!(with(12, other.as_bytes()).contains("network of architecture"));
    }
}

#[test]
#[ignore = "needs a published network: KOMADAI_NETWORKS=DIR with kp256.bin and kp256-values.tsv (SFEN, value for the side to move)"]
fn a_published_network_is_read_to_the_last_value() {
    let folder = std::env::var("KOMADAI_NETWORKS").expect("KOMADAI_NETWORKS=DIR");
    let bytes = std::fs::read(format!("{folder}/kp256.bin")).unwrap();
    let network = Network::read(&bytes).unwrap();
    assert!(network.to_bytes() == bytes);
    let eval = NetworkEvaluator::new(&network);
    let lines = std::fs::read_to_string(format!("{folder}/kp256-values.tsv")).unwrap();
    let mut exact = 0;
    for line in lines.lines() {
        let (sfen, expected) = line.split_once('\t').unwrap();
        let (pos, expected): (Position, i32) = (sfen.parse().unwrap(), expected.parse().unwrap());
        assert_eq!(value(&eval, &pos), expected, "{sfen}");
        assert_eq!(reference(&network, &pos), expected, "{sfen}");
        exact += 1;
    }
    assert_eq!(exact, 300);
}
