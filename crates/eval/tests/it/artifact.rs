//! Material as a model file: the committed file of version 1, round trips, hostile bytes.

#![cfg(feature = "artifact")]

use std::path::Path;

use komadai_core::PieceKind;
use komadai_core::artifact::{Artifact, Provenance, inspect, summary};
use komadai_core::files::FileError;
use komadai_eval::Material;

/// Written by version 0.1.0; it must load for ever, or the version must rise.
const VERSION_1: &[u8] = include_bytes!("../data/material-v1.kmd");

fn provenance() -> Provenance {
    Provenance {
        made_by: "komadai 0.1.0".into(),
        source: "Kaneko et al. 2007, Table 2".into(),
        rows: 0,
        parameters: "same values on the board and in hand".into(),
        seed: 0,
        note: String::new(),
    }
}

#[test]
fn file_of_version_1_loads_is_what_is_written_today_and_tells_what_it_is() {
    let (material, from) = Material::from_bytes(VERSION_1).unwrap();
    assert_eq!(material, Material::default());
    assert_eq!(from, provenance());
    assert_eq!(material.to_bytes(&from).unwrap(), VERSION_1);
    let told = summary(VERSION_1).unwrap();
    assert_eq!((told.kind.as_str(), told.version, told.provenance), ("material", 1, from));
    assert_eq!(told.payload_len as usize, VERSION_1.len() - 29);
}

#[test]
fn saved_file_loads_and_leaves_no_temporary_behind() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("eval-artifact");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("values.kmd");
    let mut material = Material::default();
    for value in [90, 95] {
        material.values.board[PieceKind::Pawn] = value;
        material.save(&provenance(), &path).unwrap();
        assert_eq!(Material::load(&path).unwrap(), (material, provenance()));
    }
    assert_eq!(inspect(&path).unwrap().kind, "material");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    // A folder that is not there: the error names the file.
    let missing = folder.join("none/values.kmd");
    let error = material.save(&provenance(), &missing).unwrap_err();
    assert!(error.to_string().contains("values.kmd"), "{error}");
    assert!(matches!(Material::load(&missing), Err(FileError::System { .. })));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The messages of loading and inspecting a file with these bytes, which at least the former must refuse.
fn told(name: &str, bytes: &[u8]) -> [String; 2] {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    let (loaded, inspected) = (Material::load(&path), inspect(&path));
    let named = |error: FileError| {
        let error = error.to_string();
        error.strip_prefix(&format!("{}: ", path.display())).expect(&error).to_owned()
    };
    [named(loaded.unwrap_err()), inspected.map_or_else(named, |summary| summary.kind)]
}

#[test]
fn file_whose_header_promises_more_is_refused_unread() {
    let mut bytes = VERSION_1.to_vec();
    bytes[17..25].copy_from_slice(&u64::MAX.to_le_bytes());
    for told in told("eval-huge.kmd", &bytes) {
        assert!(told.contains(&format!("expected {}: the file was cut short", u64::MAX)), "{told}");
    }
}

#[test]
fn every_truncation_and_every_changed_byte_is_refused() {
    let mut bytes = VERSION_1.to_vec();
    for at in 0..bytes.len() {
        assert!(Material::from_bytes(&bytes[..at]).is_err() && summary(&bytes[..at]).is_err(), "{at} bytes");
        let right = bytes[at];
        for wrong in (0..=255).filter(|&byte| byte != right) {
            bytes[at] = wrong;
            assert!(Material::from_bytes(&bytes).is_err(), "byte {at}: {wrong}");
            assert!(summary(&bytes).is_err(), "byte {at}: {wrong}");
        }
        bytes[at] = right;
    }
}

/// A text length far beyond the file, with a right checksum: the decoder must not allocate memory for it.
#[test]
fn huge_length_inside_the_payload_is_refused() {
    let lengths = [u64::MAX, 1 << 40, 1 << 31, (1 << 30) - 100, 1 << 23];
    // Small files, and some of a mebibyte.
    for (length, there) in lengths.iter().map(|&length| (length, 64)).chain([(lengths[3], 1 << 20)]) {
        // The codec's mark of an eight-byte number, then the length of the first text.
        let payload = [&[253][..], &length.to_le_bytes(), &vec![b'x'; there]].concat();
        let error = Material::from_bytes(&sealed(VERSION_1, &payload)).unwrap_err().to_string();
        let wrong =
            "undamaged, but its contents are of another model: found a length beyond the end of the file";
        assert!(error.contains(wrong), "{length}: {error}");
    }
}

/// The error of a damaged file names the file, its kind and what is wrong, in none of the codec's own words.
#[test]
fn errors_name_the_file_its_kind_and_what_to_do() {
    let payload = &VERSION_1[29..];
    let other = |payload: &[u8]| sealed(VERSION_1, payload);
    let with = |at: usize, byte: u8| {
        let mut bytes = VERSION_1.to_vec();
        bytes[at] = byte;
        bytes
    };
    let not_text = [&payload[..1], &[0xff], &payload[2..]].concat();
    let pairs = sealed(&with(6, b'p'), payload);
    let wrong = "version 1: undamaged, but its contents are of another model: ";
    for (bytes, expected) in [
        (Vec::new(), "0 bytes, expected a model file"),
        (b"hello, this is a text, not a model".to_vec(), "begins with \"hell\", expected a model file"),
        (pairs, "kind \"paterial\", expected kind \"material\", values of the pieces"),
        (with(14, 9), "kind \"material\": version 9, expected 1: it was written by another version"),
        (VERSION_1[..VERSION_1.len() - 9].to_vec(), "the file was cut short, copy it again"),
        ([VERSION_1, b"\n"].concat(), "something was added to it, copy it again"),
        (with(40, 0), "the file has changed since it was written, copy it again"),
        (other(&payload[..payload.len() - 3]), &format!("{wrong}they end within the model")),
        (other(&[]), &format!("{wrong}they end within the model")),
        (other(&[0xff; 40]), &format!("{wrong}found bytes that are no number")),
        (other(&not_text), &format!("{wrong}found bytes that are no text")),
        (other(&[payload, &[0, 0]].concat()), &format!("{wrong}they end after {} of", payload.len())),
    ] {
        let [told, _] = told("eval-told.kmd", &bytes);
        assert!(told.contains(expected), "{told}\nexpected {expected}");
        assert!(!told.contains(['{', '(']) && !told.contains("Unexpected"), "{told}");
    }
}

/// Another payload after the header of a file, with its length and the checksum of both.
pub(crate) fn sealed(file: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut bytes = [&file[..29], payload].concat();
    bytes[17..25].copy_from_slice(&(payload.len() as u64).to_le_bytes());
    let mut checksum = u32::MAX;
    for &byte in bytes[..25].iter().chain(&bytes[29..]) {
        checksum ^= u32::from(byte);
        for _ in 0..8 {
            checksum = checksum >> 1 ^ if checksum & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    bytes[25..29].copy_from_slice(&(!checksum).to_le_bytes());
    bytes
}
