//! Files of states and counts that somebody may have changed: read and written by layouts with public fields.

use komadai_core::artifact::{Artifact, Provenance};
use komadai_learn::outcome::{Metrics, Round};
use serde::{Deserialize, Serialize};

macro_rules! layouts {
    ($($name:ident = $kind:literal { $($field:ident: $type:ty),* })*) => {$(
        #[derive(Serialize, Deserialize)]
        pub(crate) struct $name {
            $(pub(crate) $field: $type),*
        }

        impl Artifact for $name {
            const KIND: [u8; 8] = *$kind;
            const VERSION: u16 = 1;

            fn validate(&self) -> Result<(), String> {
                Ok(())
            }
        }
    )*};
}

layouts! {
    CountsFile = b"category" { names: Vec<String>, counts: Vec<[u64; 3]>, positions: u64 }
    OutcomeFile = b"outcome\0" {
        training: String, weights: Vec<f32>, means: Vec<f32>, squares: Vec<f32>, below: Metrics, rounds: Vec<Round>
    }
}

/// Writes one layout and reads another one; or returns why it is refused.
pub(crate) fn read_as<T: Artifact>(written: &impl Artifact) -> Result<T, String> {
    let bytes = written.to_bytes(&Provenance::default()).map_err(|error| error.to_string())?;
    Ok(T::from_bytes(&bytes).map_err(|error| error.to_string())?.0)
}
