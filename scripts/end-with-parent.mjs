// Ends this process in an orderly way when whoever started it is gone: npm does not hand on every signal, and
// one that is killed hands on none.

/** Milliseconds. */
const LOOK_MS = 500;
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, LOOK_MS).unref();
