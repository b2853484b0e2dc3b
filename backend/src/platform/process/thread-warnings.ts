import { divertWarnings } from './warnings.js';

// Prints the warnings of a thread as lines of JSON. A thread's entry module imports this file. A thread has
// no logger, and Node would print its warnings as plain text between the lines of the service's log.
divertWarnings((warning) => {
  const line = {
    level: 'warn',
    time: new Date().toISOString(),
    ...warning,
    msg: 'A thread reported a warning.',
  };
  process.stderr.write(`${JSON.stringify(line)}\n`);
});
