//! Solves a problem, and shows the answer by a certificate that the checker accepts.

use komadai_tsume::checker::{self, Checked};
use komadai_tsume::{Solver, Verdict};

/// The moves of a mate in USI, none for a no-mate, and what the checker says of the certificate.
pub type Answer = (Vec<String>, Checked);

/// Solves a problem in SFEN; `None` if a million nodes do not suffice.
///
/// # Errors
///
/// Those of the text, of the memory, and of the certificate.
pub fn solve(sfen: &str) -> Result<Option<Answer>, Box<dyn std::error::Error>> {
    let mut solver = Solver::builder().hash_mb(4).nodes(1_000_000).build()?;
    let solution = solver.solve(&mut sfen.parse()?);
    let line = match &solution.verdict {
        Verdict::Mate { line } => line.iter().map(ToString::to_string).collect(),
        Verdict::NoMate => Vec::new(),
        Verdict::Unknown => return Ok(None),
    };
    let tree = solution.tree.ok_or("an answer comes with its tree")?;
    Ok(Some((line, checker::check(&tree.certificate().bytes[..])?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_tsume::checker::Claim;

    #[test]
    fn a_mate_is_solved_and_checked() {
        let sfen = "ln2k3+L/7g1/4p+Snp1/p2+L2R2/6p2/1+rSK1s3/P2PP+pN2/2G2PP2/L4G3 w 2BG6Psn2p 1";
        let (line, checked) = solve(sfen).unwrap().expect("it is easy");
        assert_eq!((line.len(), checked.claim, checked.plies), (9, Claim::Mate, 9));
        assert!(sfen.starts_with(&checked.sfen));
    }

    #[test]
    fn a_no_mate_is_shown_too() {
        let (line, checked) = solve("4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1").unwrap().expect("it is easy");
        assert_eq!((line.len(), checked.claim), (0, Claim::NoMate));
    }
}
