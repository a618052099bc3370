#![doc = include_str!("../README.md")]

mod all_reduce;
mod worker;

pub use all_reduce::MpiReduce;
pub use worker::{MpiError, MpiWorker, Traffic};
