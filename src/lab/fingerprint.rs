//! Numbers that tell searches, texts and models apart, so that a journal of one is not continued with another.

use komadai_core::rng::mix;
use komadai_search::{Engine, Limits};

use super::openings::{OpeningError, read_openings};

const POSITIONS: &str = include_str!("../../data/openings/balanced.sfen");

/// A number of 24 bits made of the nodes that an engine searches in a few positions: a part, an evaluation or a search
/// that was changed has, most likely, another one.
///
/// # Errors
///
/// None with the built-in positions.
pub fn fingerprint(engine: &mut (impl Engine + ?Sized)) -> Result<u64, OpeningError> {
    let mut print = 0;
    for opening in read_openings(POSITIONS)?.iter().step_by(20) {
        engine.clear();
        engine.search_game(opening.tracked(), &Limits::nodes(1_000), &mut |progress| {
            print = mix(print ^ progress.nodes);
        });
    }
    engine.clear();
    Ok(print >> 40)
}

/// A number of 24 bits made of the bytes of a text or a model.
///
/// ```
/// use komadai::lab::content_fingerprint;
///
/// assert_eq!(content_fingerprint("spread"), content_fingerprint(b"spread"));
/// assert_ne!(content_fingerprint("spread"), content_fingerprint("spreads"));
/// ```
pub fn content_fingerprint(content: impl AsRef<[u8]>) -> u64 {
    content.as_ref().iter().fold(0, |sum, &byte| mix(sum ^ u64::from(byte))) >> 40
}
