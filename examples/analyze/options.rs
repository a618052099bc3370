//! The options of the command line, and what analyses the positions: the analyst of this library, or another engine.

use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use komadai::analysis::{Analyst, Finding};
use komadai::artifact::{Artifact, Provenance};
use komadai::eval::reliability::ReliabilityModel;
use komadai::evaluation::Evaluation;
use komadai::notation::encoding::Encoding;
use komadai::search::{Limits, Report};
use komadai::usi::{Answer, Client, EngineCommand};
use komadai::{Move, Position, Tracked, Trust, default_reliability};
use komadai_report::options::Threads;
use komadai_report::{COLUMNS, Failure, GivenGame, content_fingerprint, read_whole};

/// The position that is analysed if none is given.
const SHOWPIECE: &str = "ln5nl/2+R2+Pgk1/7pp/pp2ppp2/9/PP2PPPPK/3+r2N1P/6Sg1/L5b1L w BG3S2Pgnp 104";
const ABOUT_SHOWPIECE: [&str; 4] = [
    "Ito Indatsu (White) in his last game, Edo castle, 1711, before move 104. White is behind in",
    "material, Black's dragon and tokin stand beside White's king, and Black's king has run to the edge:",
    "is there still a way to win?",
    "The whole game: data/historic/indatsu-1711.kif",
];

/// How long another engine may take to start, and to answer beyond its limits.
const PATIENCE: Duration = Duration::from_secs(60);

/// Help of `--threads`.
const THREADS: &str = "Threads of the search. With more than one, its findings may differ from run to run";

/// Analyses a shogi position or a whole game: best move, value, best line, mate or no mate.
#[derive(Parser)]
#[command(
    max_term_width = COLUMNS,
    name = "analyze",
    mut_arg("threads", |threads| threads.help(THREADS)),
    after_help = "Without arguments it analyses a position that shows what it does.\n\n\
                  An analysis of a game that was broken off goes on if it is started with the same --out: what was found \
                  stands in analyze.tsv there. --record is written position by position, and taken up too."
)]
pub(crate) struct Options {
    /// A position as SFEN, a USI line such as `startpos moves 7g7f 3c3d`, or a record file (KIF, KI2, CSA, JKF,
    /// USI, SFEN; UTF-8 or Shift_JIS). Quotes around SFEN and USI may be left out.
    #[arg(value_name = "SFEN | USI LINE | FILE")]
    input: Vec<String>,
    /// Number of the game in a file with several, from 1.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) game: usize,
    /// Analyse the position after this many moves instead of the whole game.
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,
    /// The evaluation: material, pairs, default (the network of the package), or a model file of pairs or nn.bin
    /// [default: default].
    #[arg(long, value_name = "material|pairs|default|FILE")]
    eval: Option<Evaluation>,
    /// Nodes to search for each position [default: 1000000 for one position, 50000 each in a game].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds to search for each position, instead of a number of nodes.
    #[arg(long, value_name = "T", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// Nodes of the mate solver for each position, and as many again for a shortest mate [default: 300000, in a game 30000].
    #[arg(long, value_name = "N")]
    mate_nodes: Option<u64>,
    #[command(flatten)]
    threads: Threads,
    /// Another engine that analyses the positions instead: a USI program, with its arguments and options (NAME=VALUE).
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["eval", "mate_nodes", "threads"])]
    pub(crate) engine: Option<EngineCommand>,
    /// Board in letters and moves in USI, for terminals without Japanese.
    #[arg(long)]
    pub(crate) letters: bool,
    /// Lists the legal moves of the position as well; in a game, needs --ply.
    #[arg(long)]
    pub(crate) moves: bool,
    /// Folder for pictures, tables and, for games, the journal [default for games: out; for positions nothing is written].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Writes the game of a record file to this new file, with the evaluation after each move as a comment: the score for Black and the
    /// best line, in the form of `ShogiGUI`, which `ShogiHome` reads too, and for csa also in the form of floodgate. The extension decides
    /// the format: kif, ki2, csa or jkf. The comments of the game are kept.
    #[arg(long, value_name = "FILE", conflicts_with = "ply")]
    pub(crate) record: Option<PathBuf>,
    /// Encoding of --record, utf-8 or sjis; programs for Windows expect sjis in files named .kif.
    #[arg(long, requires = "record", default_value = "utf-8")]
    pub(crate) encoding: Encoding,
}

impl Options {
    /// The position or game to analyse.
    pub(crate) fn given(&self) -> Result<GivenGame, Failure> {
        let text = self.input.join(" ");
        if !self.input.is_empty() {
            if text.trim().is_empty() {
                return Err("found an empty position, expected SFEN, a USI line or a record file".into());
            }
            return Ok(GivenGame::read(&text, self.game)?);
        }
        let about = ABOUT_SHOWPIECE.map(str::to_owned).to_vec();
        let (name, start) = ("the built-in position".to_owned(), SHOWPIECE.parse()?);
        Ok(GivenGame { name, about, start, moves: Vec::new(), record: None })
    }

    /// The evaluation as it was chosen: its name or its file, or the other engine.
    pub(crate) fn eval_name(&self) -> String {
        match &self.engine {
            Some(command) => command.to_string(),
            None => self.eval.clone().unwrap_or_default().to_string(),
        }
    }

    /// How far the search's result can be trusted, if that is known.
    pub(crate) fn trust(&self, pos: &Position, report: &Report) -> Option<Trust> {
        Trust::of_package(&self.eval_name(), pos, report)
    }

    /// Everything but the position that determines the result, with these numbers of nodes by default. It contains numbers computed from
    /// node counts and the model, which most likely differ after a change of the search, the evaluation or the model.
    pub(crate) fn describe(&self, nodes: u64, mate_nodes: u64) -> Result<String, Failure> {
        let limit = match self.time_ms {
            Some(ms) => format!("{ms} ms"),
            None => format!("{} nodes", self.nodes.unwrap_or(nodes)),
        };
        if let Some(command) = &self.engine {
            let file = command.file();
            let content =
                read_whole(&file).map_err(|error| format!("--engine {}: {error}", file.display()))?;
            return Ok(format!("{command} {:06x}, {limit}", content_fingerprint(content)));
        }
        let print = Analyst::fingerprint(&self.eval.clone().unwrap_or_default())?;
        let mate_nodes = self.mate_nodes.unwrap_or(mate_nodes);
        let bytes = |model: &ReliabilityModel| model.to_bytes(&Provenance::default());
        let trust = match default_reliability::of(&self.eval_name()) {
            Some(model) => {
                let both = [bytes(model)?, bytes(default_reliability::deep())?];
                format!("{:06x}", content_fingerprint(both.concat()))
            }
            None => "none".to_owned(),
        };
        let (eval, threads) = (self.eval_name(), self.threads.threads);
        Ok(format!("{eval} {print:06x}, {limit}, {mate_nodes} mate nodes, {threads} threads, trust {trust}"))
    }

    /// The limits of the command line, or this number of nodes.
    pub(crate) fn limits(&self, nodes: u64) -> Limits {
        match self.time_ms {
            Some(ms) => Limits::time(Duration::from_millis(ms)),
            None => Limits::nodes(self.nodes.unwrap_or(nodes)),
        }
    }

    /// What analyses positions under these limits.
    pub(crate) fn searcher(&self, limits: Limits, mate_nodes: u64) -> Result<Searcher, Failure> {
        match &self.engine {
            Some(command) => {
                let client = Client::start(command, PATIENCE);
                let client = client.map_err(|error| format!("--engine {command}: {error}"))?;
                Ok(Searcher::Other(Box::new(client), limits))
            }
            None => Ok(Searcher::Own(Box::new(self.analyst(limits, mate_nodes)?))),
        }
    }

    /// An analyst under these limits, with the mate nodes of the command line, or this number.
    pub(crate) fn analyst(&self, limits: Limits, mate_nodes: u64) -> Result<Analyst, Failure> {
        let eval = self.eval.clone().unwrap_or_default();
        let mate_nodes = self.mate_nodes.unwrap_or(mate_nodes);
        Ok(Analyst::new(&eval, limits, mate_nodes, self.threads.threads)?)
    }
}

/// What analyses the positions.
pub(crate) enum Searcher {
    /// Search and mate solver of this library.
    Own(Box<Analyst>),
    /// Another program, under these limits.
    Other(Box<Client>, Limits),
}

impl Searcher {
    /// Analyses the position after these moves, `board`, which has a legal move, from a cleared state.
    pub(crate) fn look(
        &mut self,
        start: &Position,
        moves: &[Move],
        board: &Tracked,
    ) -> Result<Finding, Failure> {
        let (client, limits) = match self {
            Searcher::Own(analyst) => {
                analyst.clear();
                return Ok(analyst.look(board));
            }
            Searcher::Other(client, limits) => (client, limits),
        };
        let pos = board.position();
        let asked = client.new_game().and_then(|()| client.search(start, moves, limits));
        let wrong = |found: &dyn Display| format!("--engine {}: {found}", client.name());
        let reply = asked.map_err(|error| wrong(&error))?;
        match reply.answer {
            Answer::Move(mv) if !pos.is_legal(mv) => {
                Err(wrong(&format!("found {mv} in {pos}, expected a legal move")).into())
            }
            _ => Ok(Finding::of_engine(pos, &reply)),
        }
    }
}
