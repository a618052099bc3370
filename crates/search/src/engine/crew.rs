//! [`Crew`]: threads that are started once, and work whenever there is something to do.

use std::sync::mpsc::{self, SendError, Sender};
use std::thread::{self, JoinHandle};

type Task = Box<dyn FnOnce() + Send>;

/// Threads that wait for tasks, each with a queue of its own. They end with the crew, after the tasks they have.
pub(crate) struct Crew {
    members: Vec<(Sender<Task>, JoinHandle<()>)>,
}

impl Crew {
    /// So many threads, or as many as the system gives.
    pub(crate) fn of(threads: usize) -> Crew {
        let member = |_| {
            let (sender, tasks) = mpsc::channel::<Task>();
            let work = move || tasks.into_iter().for_each(|task| task());
            let thread = thread::Builder::new().name("search".to_owned()).spawn(work).ok()?;
            Some((sender, thread))
        };
        Crew { members: (0..threads).map_while(member).collect() }
    }

    /// Number of threads.
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    /// Gives a member something to do. A task catches its own panics.
    pub(crate) fn give(&self, member: usize, task: impl FnOnce() + Send + 'static) {
        // If the thread is gone, the caller does the task: none is lost.
        if let Err(SendError(task)) = self.members[member].0.send(Box::new(task)) {
            task();
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        // All queues are closed before the first thread is waited for.
        let threads: Vec<_> = self.members.drain(..).map(|(_, thread)| thread).collect();
        for thread in threads {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tasks_are_done_before_the_crew_ends() {
        let (crew, (done, counted)) = (Crew::of(3), mpsc::channel());
        for member in (0..crew.len()).cycle().take(15) {
            let done = done.clone();
            crew.give(member, move || done.send(member).unwrap());
        }
        drop(crew);
        assert_eq!(counted.try_iter().count(), 15);
    }
}
