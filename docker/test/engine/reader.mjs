// Reads the same address repeatedly until it gets SIGTERM. Opens a new connection for each read. Its argument
// is { url } as JSON. Prints a line after the first read, and at the end the number of reads with each
// status. The status 0 means that there was no response.
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Pause in milliseconds between two requests. It leaves processor time to the parts that are being replaced.
 */
const BETWEEN_MS = 5;
/**
 * Milliseconds after which a request counts as not answered. The timeout is shorter than the time that this
 * process gets to end after SIGTERM.
 */
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
