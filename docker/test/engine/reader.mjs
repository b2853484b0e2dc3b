// Reads the same address again and again until it is ended, on a new connection each time. Called with
// { url } as JSON. Prints a line when the first answer has come, and at the end how often each status came;
// 0 means that nothing answered.
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two requests, which leave the machine's cores to the parts that are replaced. */
const BETWEEN_MS = 5;
/** Afterwards a request counts as not answered. It is shorter than the time that this process has to end. */
const LONGEST_MS = 20_000;
const { url } = JSON.parse(process.argv[2]);
const counts = {};
let isOver = false;
process.on('SIGTERM', () => {
  isOver = true;
});

const statusNow = () =>
  new Promise((resolve) => {
    const asked = get(url, { agent: false, timeout: LONGEST_MS }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode));
      answer.once('error', () => resolve(0));
    });
    asked.once('error', () => resolve(0));
    asked.once('timeout', () => asked.destroy());
  });

for (let n = 0; !isOver; n += 1) {
  const status = await statusNow();
  counts[status] = (counts[status] ?? 0) + 1;
  if (n === 0) console.log('reading');
  await pause(BETWEEN_MS);
}
console.log(JSON.stringify(counts));
