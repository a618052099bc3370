//! All integration tests in one program: one file an idea, linked once.

mod behaviour;
mod common;
mod consultation;
mod extensions;
mod margins;
mod non_promotions;
mod prunings;
mod quiescence;
mod realization;
mod signatures;
mod sockets;
mod units;
mod values;
