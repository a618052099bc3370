//! [`Lateness`]: by how much answers come after the end of their time.

use std::time::Duration;

/// By how much answers have lately come after the end of their time: what a loaded machine adds to the delay.
///
/// The largest of the last answers counts, and is forgotten by an eighth with each answer, so that one hiccup does not cost
/// a game's thinking.
///
/// Answers that are more than a second late are an accident (a sleeping computer), not a load, and count as a second.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lateness(Duration);

impl Lateness {
    const MOST: Duration = Duration::from_secs(1);

    /// An answer came so late; zero if it was in time.
    pub(crate) fn note(&mut self, late: Duration) {
        self.0 = late.min(Lateness::MOST).max(self.0 * 7 / 8);
    }

    /// What to keep back from the next move.
    pub(crate) fn margin(self) -> Duration {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_at_once_and_is_forgotten_slowly() {
        let ms = Duration::from_millis;
        let mut lateness = Lateness::default();
        lateness.note(ms(80));
        assert_eq!(lateness.margin(), ms(80));
        lateness.note(Duration::ZERO);
        assert_eq!(lateness.margin(), ms(70));
        lateness.note(ms(20));
        assert!(lateness.margin() > ms(60));
        (0..40).for_each(|_| lateness.note(Duration::ZERO));
        assert!(lateness.margin() < ms(1));
        lateness.note(ms(99_999));
        assert_eq!(lateness.margin(), ms(1_000));
    }
}
