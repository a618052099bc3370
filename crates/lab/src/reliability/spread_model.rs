//! A reliability model as an option names it.

use std::path::Path;

use clap::Args;
use komadai::artifact::{Artifact, Provenance};
use komadai_eval::reliability::ReliabilityModel;
use komadai_report::{Failure, content_fingerprint};

/// `--model NAME|FILE`.
#[derive(Args, Clone, Debug)]
pub(crate) struct SpreadModel {
    /// The reliability model: default, pairs or material (of the evaluation of that name; they come with the package), progress (a
    /// spread of 200 + 4 × progress), or a file of train-reliability.
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    model: String,
}

impl SpreadModel {
    /// The model. `progress` is the margin by hand of paper 004, section 4.3.1; progress is 0 to 127.
    ///
    /// # Errors
    ///
    /// A file that is no such model, with its path.
    pub(crate) fn load(&self) -> Result<ReliabilityModel, Failure> {
        if let Some(model) = komadai::default_reliability::of(&self.model) {
            return Ok(model.clone());
        }
        match self.model.as_str() {
            "progress" => Ok(ReliabilityModel::by_progress()),
            file => match ReliabilityModel::load(file) {
                Ok((model, _)) => Ok(model),
                Err(error) => Err(format!("--model: {error}").into()),
            },
        }
    }

    /// Name and content of the loaded model, for the questions that its answers are kept by.
    pub(crate) fn describe(&self, model: &ReliabilityModel) -> Result<String, Failure> {
        let name = Path::new(&self.model).file_name().unwrap_or(self.model.as_ref()).to_string_lossy();
        let bytes = model.to_bytes(&Provenance::default())?;
        Ok(format!("spread of {name} ({:06x})", content_fingerprint(bytes)))
    }
}
