//! Lengths shown by certificates: a mate within so many plies, and no mate within fewer.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use komadai_core::Position;
use komadai_tsume::checker::{self, Checked, Claim};
use komadai_tsume::{Certificate, DfpnHeuristic, Length, Lengths};
use serde::{Deserialize, Serialize};

use super::files::file_of;
use crate::data::problem::MateProblem;

/// Most records of a certificate of a length. The largest of the committed mates in 11 takes 868 records and 16 KB; a million
/// would be a file of some 20 MB.
const RECORDS: u32 = 1_000_000;

/// Which bounds of a length certificates have shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShownLength {
    /// Both: the length is exact.
    Exact,
    /// That there is no shorter mate.
    Lower,
    /// That there is a mate of this length.
    Upper,
    /// Neither.
    Neither,
}

impl ShownLength {
    /// Its word in a column.
    pub fn name(self) -> &'static str {
        match self {
            ShownLength::Exact => "exact",
            ShownLength::Lower => "lower",
            ShownLength::Upper => "upper",
            ShownLength::Neither => "neither",
        }
    }
}

/// Saves the certificates of a length that has just been measured, `NAME.kmdc` and `NAME.lower.kmdc`, and gives them to the
/// checker; the inner error is the reason of a refusal.
pub(super) fn show_length<H: DfpnHeuristic>(
    lengths: &mut Lengths<H>,
    problem: &MateProblem,
    length: Length,
    folder: &Path,
) -> io::Result<Result<ShownLength, String>> {
    let pos = &problem.pos;
    let (mate, least) = match length {
        Length::Exact(plies) => (lengths.certify_mate(pos, plies, RECORDS), plies),
        Length::AtLeast(plies) | Length::Between { at_least: plies, .. } => (None, plies),
        Length::NoMate => (None, 0),
    };
    let none = if least > 2 { lengths.certify_no_mate(pos, least - 2, RECORDS) } else { None };
    let path = file_of(folder, &problem.name, "kmdc");
    for (certificate, path) in [(&mate, path.clone()), (&none, path.with_extension("lower.kmdc"))] {
        let Some(certificate) = certificate else { continue };
        if let Err(reason) = save(certificate, &path)? {
            return Ok(Err(reason));
        }
    }
    // Nothing is shorter than one ply.
    Ok(Ok(match (mate.is_some(), none.is_some() || least == 1) {
        (true, true) => ShownLength::Exact,
        (true, false) => ShownLength::Upper,
        (false, true) if least > 1 => ShownLength::Lower,
        (false, _) => ShownLength::Neither,
    }))
}

/// Saves a certificate and has the file checked.
fn save(certificate: &Certificate, path: &Path) -> io::Result<Result<(), String>> {
    certificate.save(path)?;
    let checked = accepted(BufReader::new(File::open(path)?), certificate.position(), certificate.claim());
    let expected = u32::from(certificate.plies());
    Ok(checked.and_then(|checked| match checked.plies {
        plies if plies == expected => Ok(()),
        plies => Err(format!("the certificate shows {plies} plies, expected {expected}")),
    }))
}

/// What a certificate shows, if it shows the claim of this very position; else the reason why not.
pub(super) fn accepted(certificate: impl Read, pos: &Position, claim: Claim) -> Result<Checked, String> {
    let checked = checker::check(certificate).map_err(|error| error.to_string())?;
    // Board, side to move and hands; the certificate leaves the number of the next move away.
    let same = pos.to_string().rsplit_once(' ').is_some_and(|(sfen, _)| sfen == checked.sfen);
    if checked.claim == claim && same {
        Ok(checked)
    } else {
        Err(format!("the certificate shows {:?} of {}", checked.claim, checked.sfen))
    }
}
