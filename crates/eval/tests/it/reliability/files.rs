//! Models of reliability as files: the committed file of version 3, and files that must be refused.

#![cfg(feature = "artifact")]

use komadai_core::artifact::{Artifact, Provenance};
use komadai_eval::reliability::{
    AfterSearch, Link, ReliabilityModel, SearchFacts, Sides, SpreadFeatures, SpreadWeights, Tail,
};

/// Written by version 0.1.0; it must load for ever, or the version must rise.
const VERSION_3: &[u8] = include_bytes!("../../data/spread-v3.kmd");

fn provenance() -> Provenance {
    Provenance { made_by: "komadai 0.1.0".into(), source: "a test".into(), ..Provenance::default() }
}

fn small() -> ReliabilityModel {
    let pair =
        |shallow, deep, tail, weights: [f32; 2]| SpreadWeights::new(shallow, deep, tail, weights.into());
    let weights = |step: f32| (0..SearchFacts::FEATURES).map(|feature| step * feature as f32).collect();
    let after_search = AfterSearch {
        tail: Tail::StudentT { freedom: 2.5 },
        factors: weights(0.125),
        centres: weights(-8.0),
    };
    ReliabilityModel {
        features: SpreadFeatures::Progress,
        link: Link::LogLinear,
        pairs: vec![
            pair(4.0, 8.0, Tail::Normal, [5.0, 1.5]),
            SpreadWeights {
                after_search: Some(after_search),
                sides: Sides { centre: -0.25, below: 1.25, above: 0.75 },
                ..pair(0.0, 2.5, Tail::StudentT { freedom: 3.5 }, [4.5, -0.25])
            },
        ],
    }
}

#[test]
fn file_of_version_3_loads_and_is_what_is_written_today() {
    assert_eq!(small().to_bytes(&provenance()).unwrap(), VERSION_3);
    assert_eq!(ReliabilityModel::from_bytes(VERSION_3).unwrap(), (small(), provenance()));
}

/// A file without sides: the error that a user of version 2 gets.
#[test]
fn file_of_version_2_is_refused_by_its_version() {
    let old = include_bytes!("../../data/spread-v2.kmd");
    let error = ReliabilityModel::from_bytes(old).unwrap_err().to_string();
    assert!(error.contains("version 2") && error.contains('3'), "{error}");
}

fn after(model: &mut ReliabilityModel) -> &mut AfterSearch {
    model.pairs[1].after_search.as_mut().expect("the second pair has it")
}

#[test]
fn senseless_models_are_neither_saved_nor_loaded() {
    let refused = |words: &str, change: &dyn Fn(&mut ReliabilityModel)| {
        let mut model = small();
        change(&mut model);
        let error = model.to_bytes(&provenance()).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused("after a search: 41 factors, expected 42", &|model| after(model).factors.truncate(41));
    refused("after a search: 0 centres, expected 42", &|model| after(model).centres.clear());
    refused("after a search: factors: weight 3 is NaN", &|model| after(model).factors[3] = f32::NAN);
    refused("no pair", &|model| model.pairs.clear());
    refused("2 weights, expected 329 for features progress-parts", &|model| {
        model.features = SpreadFeatures::ProgressParts;
    });
    refused("1 weights, expected 2", &|model| model.pairs[1].weights.truncate(1));
    for weight in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        refused("of feature 1, expected a finite number", &|model| model.pairs[1].weights[1] = weight);
    }
    for (shallow, deep) in
        [(8.0, 4.0), (4.0, 4.0), (-1.0, 4.0), (f32::NAN, 4.0), (4.0, f32::NAN), (4.0, f32::INFINITY)]
    {
        refused("pair 0 of depths", &|model| {
            (model.pairs[0].shallow, model.pairs[0].deep) = (shallow, deep);
        });
    }
    for centre in [f32::NAN, f32::INFINITY] {
        refused("expected a finite number", &|model| model.pairs[0].sides.centre = centre);
    }
    for side in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        refused("expected finite numbers above 0", &|model| model.pairs[1].sides.below = side);
        refused("expected finite numbers above 0", &|model| model.pairs[1].sides.above = side);
    }
    for freedom in [0.99, 0.0, -3.0, f64::NAN, f64::INFINITY] {
        refused("degrees of freedom", &|model| model.pairs[0].tail = Tail::StudentT { freedom });
        refused("pair 1 of depths 0 and 2.5: after a search: ", &|model| {
            after(model).tail = Tail::StudentT { freedom };
        });
    }
}

/// Bytes that pass the checksum but are not a model: no panic, and no memory for wrong lengths.
#[test]
fn wrong_payload_under_a_right_checksum_is_refused_or_valid() {
    let mut refused = 0;
    for at in 29..VERSION_3.len() {
        for byte in [0, 1, 2, 127, 251, 252, 253, 254, 255] {
            let mut bytes = VERSION_3.to_vec();
            bytes[at] = byte;
            match ReliabilityModel::from_bytes(&crate::artifact::sealed(&bytes, &bytes[29..])) {
                Ok((model, _)) => model.validate().unwrap(),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 100, "{refused}");
}
