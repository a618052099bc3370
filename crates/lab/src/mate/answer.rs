//! Answer to one mate problem, and its line of text for people and programs.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::time::Duration;

use komadai_core::{Move, Position};
use komadai_report::words;
use komadai_tsume::checker::{self, Checked, Claim};
use komadai_tsume::{Length, Lengths};
use serde::{Deserialize, Serialize};

use super::files::file_of;
use super::run::MateRun;
use crate::data::problem::{Label, MateProblem};

/// Answer of a solver to a mate problem, with its cost. Fields of questions that were not asked are `None`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct MateAnswer {
    /// Mate, no mate, or unknown.
    pub said: Label,
    /// Nodes of the search.
    pub nodes: u64,
    /// Time of the search, by [`ThreadClock`](crate::ThreadClock).
    pub time: Duration,
    /// Whether the checker, whose rules share no code with the search, accepted the certificate.
    pub checked: bool,
    /// Why the checker refused it.
    pub refused: Option<String>,
    /// Main line of a mate.
    pub line: Vec<Move>,
    /// Whether the main line is known to be a shortest mate.
    pub shortest: bool,
    /// Length of the mate with every ply counted.
    pub exact: Option<MateLength>,
    /// Length without futile interpositions.
    pub traditional: Option<MateLength>,
    /// The longest line without leftovers, futile interpositions not counted; empty if every line leaves pieces over.
    pub solution: Option<Vec<Move>>,
    /// Whether other checks mate (余詰): `sound`, `unsound` or `open`, and those checks.
    pub cooks: Option<String>,
    /// The line whose plies count traditionally and its futile interpositions: `line MOVES; after PLY on SQUARES; …`, or
    /// `no line`.
    pub futile: Option<String>,
    /// Which bounds of the exact length certificates have shown.
    pub shown: Option<ShownLength>,
}

/// Length of a mate, as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MateLength(#[serde(with = "LengthForm")] pub Length);

/// How a length is kept.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Length")]
enum LengthForm {
    Exact(u16),
    AtLeast(u16),
    Between { at_least: u16, at_most: u16 },
    NoMate,
}

const NOTHING: &str = "--";

impl MateAnswer {
    /// Returns the answer as a line: `name verdict plies nodes milliseconds checked|unchecked moves shortest|not shown to be shortest` and
    /// the columns of the run's [`Questions`](super::Questions), separated by tabs, without the end of the line.
    pub fn write(&self, name: &str, run: &MateRun) -> String {
        let moves = |line: &[Move]| words::usi(line).join(" ");
        let is_mate = self.said == Label::Mate;
        let of_mate = |text: String| if is_mate { text } else { NOTHING.to_owned() };
        let shortest = if self.shortest { "shortest" } else { "not shown to be shortest" };
        let mut fields = vec![
            name.to_owned(),
            self.said.name().to_owned(),
            of_mate(self.line.len().to_string()),
            self.nodes.to_string(),
            format!("{:.3}", self.time.as_secs_f64() * 1e3),
            if self.checked { "checked" } else { "unchecked" }.to_owned(),
            of_mate(moves(&self.line)),
            of_mate(shortest.to_owned()),
        ];
        fields.extend(run.columns().map(|column| {
            let text = match column {
                "exact" => self.exact.map(|length| length.0.to_string()),
                "traditional" => self.traditional.map(|length| length.0.to_string()),
                "solution" => self.solution.as_deref().map(|line| match line {
                    [] => "leftovers".to_owned(),
                    line => format!("solution {}", moves(line)),
                }),
                "cooks" => self.cooks.clone(),
                "futile" => self.futile.clone(),
                _ => self.shown.map(|shown| shown.name().to_owned()),
            };
            text.unwrap_or_else(|| NOTHING.to_owned())
        }));
        fields.join("\t")
    }

    /// Whether the files that a run writes with the answer exist.
    pub fn has_files(&self, name: &str, run: &MateRun) -> bool {
        let shows_lower = match self.shown {
            // Nothing is shorter than one ply.
            Some(ShownLength::Exact) => self.line.len() > 1,
            shown => shown == Some(ShownLength::Lower),
        };
        let files = [
            (&run.certificates, "kmdc", "kmdc", self.checked || self.refused.is_some()),
            (&run.certificates, "kmdc", "lower.kmdc", shows_lower),
            (&run.pages, "html", "html", self.checked),
            (&run.questions.records, "kif", "kif", self.said == Label::Mate),
        ];
        files.into_iter().filter(|&(.., written)| written).all(|(folder, extension, end, _)| {
            folder.as_ref().is_none_or(|folder| file_of(folder, name, extension).with_extension(end).exists())
        })
    }

    /// The lengths that were asked for.
    pub fn lengths(&self) -> impl Iterator<Item = Length> {
        [self.exact, self.traditional].into_iter().flatten().map(|length| length.0)
    }

    /// Plies of the solution by traditional counting: those of the longest line without leftovers, else of the length as far as it is
    /// known.
    pub fn solution_plies(&self) -> Option<u16> {
        let solution = self.solution.as_ref()?;
        if !solution.is_empty() {
            return solution.len().try_into().ok();
        }
        match self.traditional?.0 {
            Length::Exact(plies) | Length::Between { at_most: plies, .. } => Some(plies),
            Length::AtLeast(_) | Length::NoMate => None,
        }
    }
}

/// Maximum number of records in a certificate of a length. The largest of the committed mates in 11 takes 868 records and 16 KB; a million
/// would be a file of some 20 MB.
const RECORDS: u32 = 1_000_000;

/// Which bounds of a length certificates have shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShownLength {
    /// Both: the length is exact.
    Exact,
    /// The lower one: there is no shorter mate.
    Lower,
    /// The upper one: there is a mate of this length.
    Upper,
    /// Neither.
    Neither,
}

impl ShownLength {
    /// Name in a column.
    pub fn name(self) -> &'static str {
        match self {
            ShownLength::Exact => "exact",
            ShownLength::Lower => "lower",
            ShownLength::Upper => "upper",
            ShownLength::Neither => "neither",
        }
    }
}

/// Saves the certificates of a length that has just been measured, `NAME.kmdc` and `NAME.lower.kmdc`, and has them checked; the inner error
/// is the reason for a refusal.
pub(super) fn show_length(
    lengths: &mut Lengths,
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
    let lower = path.with_extension("lower.kmdc");
    // Each file must show exactly the expected number of plies.
    for (certificate, plies, path) in [(&mate, least, path), (&none, least.saturating_sub(2), lower)] {
        let Some(certificate) = certificate else { continue };
        certificate.save(&path)?;
        let file = BufReader::new(File::open(&path)?);
        let reason = match accepted(file, &certificate.position, certificate.claim) {
            Ok(checked) if checked.plies == u32::from(plies) => continue,
            Ok(checked) => format!("the certificate shows {} plies, expected {plies}", checked.plies),
            Err(reason) => reason,
        };
        return Ok(Err(reason));
    }
    // Nothing is shorter than one ply.
    Ok(Ok(match (mate.is_some(), none.is_some() || least == 1) {
        (true, true) => ShownLength::Exact,
        (true, false) => ShownLength::Upper,
        (false, true) if least > 1 => ShownLength::Lower,
        (false, _) => ShownLength::Neither,
    }))
}

/// Checks that a certificate shows the claim of this very position; the error says why not.
pub(super) fn accepted(certificate: impl Read, pos: &Position, claim: Claim) -> Result<Checked, String> {
    let checked = checker::check(certificate).map_err(|error| error.to_string())?;
    // Board, side to move and hands are compared; the certificate omits the number of the next move.
    if checked.claim == claim && checked.sfen == pos.unnumbered() {
        Ok(checked)
    } else {
        Err(format!("the certificate shows {:?} of {}", checked.claim, checked.sfen))
    }
}
