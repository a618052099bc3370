//! Options of all trainers: games held out, the state of the training, the model.

use std::path::{Path, PathBuf};

use clap::Args;
use komadai::journal::Answers;
use komadai_core::artifact::{Artifact, Provenance};
use komadai_learn::TrainingError;
use komadai_learn::solve::SolveError;
use komadai_report::options::{HeldOut, Out, Seed, Threads};
use komadai_report::{Failure, Report, check_model_file};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::run::{answers, check_apart};

/// Games held out, files, threads.
#[derive(Args, Debug)]
pub(super) struct Training {
    #[command(flatten)]
    pub(super) held_out: HeldOut<20, 1, 90>,
    /// Keeps the state of the training here after every iteration, and resumes from it if it exists.
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,
    /// Saves the weights as a model file.
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,
    #[command(flatten)]
    pub(super) seed: Seed,
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    pub(super) out: Out,
}

impl Training {
    /// Checks that all files can be written and are different ones: `--save` as `check_saved` says, and perhaps one more model.
    pub(super) fn check(
        &self,
        check_saved: impl Fn(&str, &Path) -> Result<(), String>,
        other: Option<(&'static str, &Path)>,
    ) -> Result<(), Failure> {
        self.out.check()?;
        let [save, checkpoint] = [("--save", &self.save), ("--checkpoint", &self.checkpoint)]
            .map(|(option, path)| path.as_deref().map(|path| (option, path)));
        let files: Vec<_> = [save, checkpoint, other].into_iter().flatten().collect();
        check_apart(&files)?;
        for (option, path) in files {
            if option == "--save" { check_saved(option, path)? } else { check_model_file(option, path)? }
        }
        Ok(())
    }

    /// Loads the state that an earlier run left, if there is one, and tells how much is done already.
    pub(super) fn state<S: Artifact>(
        &self,
        done: impl Fn(&S) -> usize,
        what: &str,
    ) -> Result<Option<S>, Failure> {
        let Some(path) = self.checkpoint.as_ref().filter(|path| path.exists()) else { return Ok(None) };
        let (state, _) = S::load(path).map_err(|error| format!("--checkpoint: {error}"))?;
        komadai_report::tell(format_args!("{}: {} {what} are done already", path.display(), done(&state)));
        Ok(Some(state))
    }

    /// Results of each step of the training, kept in the folder if its state is kept: a resumed training shows its whole course.
    pub(super) fn course(&self, of: String, kind: &str) -> Result<Option<Course>, Failure> {
        let open = |_| Ok(Course { of, kept: answers::open(&self.out, kind)? });
        self.checkpoint.as_ref().map(open).transpose()
    }

    /// Keeps the state of the training, if a file was named for it.
    pub(super) fn keep<S: Artifact>(&self, state: &S) -> Result<(), String> {
        let Some(path) = &self.checkpoint else { return Ok(()) };
        state.save(&Provenance::default(), path).map_err(|error| error.to_string())
    }

    /// An error of a training; if its state is at fault, with the name of the checkpoint.
    pub(super) fn named(&self, error: &TrainingError) -> String {
        use TrainingError::{OtherTraining, Solver, State};
        let of_state = matches!(
            error,
            OtherTraining { .. }
                | State { .. }
                | Solver(SolveError::State { .. } | SolveError::Beyond { .. })
        );
        match self.checkpoint.as_ref().filter(|_| of_state) {
            Some(path) => format!("--checkpoint {}: {error}", path.display()),
            None => error.to_string(),
        }
    }

    /// Saves a model, if a file was named for it; `command` made it.
    pub(super) fn save_model(
        &self,
        path: Option<&Path>,
        command: &str,
        model: &impl Artifact,
        from: Provenance,
        report: &mut Report,
    ) -> Result<(), Failure> {
        let Some(path) = path else { return Ok(()) };
        let made_by = format!("komadai {}, komadai-lab {command}", env!("CARGO_PKG_VERSION"));
        model.save(&Provenance { made_by, seed: self.seed.seed, ..from }, path)?;
        report.list("Model", path);
        Ok(())
    }
}

/// Results of the steps of a training, by their numbers.
pub(super) struct Course {
    /// Everything that decides them.
    of: String,
    kept: Answers,
}

impl Course {
    fn question(&self, number: u32) -> String {
        format!("{}, step {number}", self.of)
    }

    /// Keeps the result of a step.
    pub(super) fn note<T: Serialize>(&self, number: u32, found: &T) -> Result<(), String> {
        answers::keep(&self.kept, &self.question(number), found).map_err(|error| error.to_string())
    }

    /// The known results of the steps up to this one; empty if this one is not known.
    pub(super) fn up_to<T: DeserializeOwned>(&self, last: u32) -> Result<Vec<T>, String> {
        let known = |number| answers::known(&self.kept, &self.question(number));
        let all = (0..=last).map(known).filter_map(Result::transpose);
        if known(last)?.is_none() { Ok(Vec::new()) } else { all.collect() }
    }
}
