// Reads the same address again and again until it is ended, on a new connection each time. Called with
// { url } as JSON. Prints a line when the first answer has come, and at the end how often each status came;
// 0 means that nothing answered.
import { get } from 'node:http';

const { url } = JSON.parse(process.argv[2]);
const counts = {};
let isOver = false;
process.on('SIGTERM', () => {
  isOver = true;
});

const statusNow = () =>
  new Promise((resolve) => {
    const asked = get(url, { agent: false }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode));
      answer.once('error', () => resolve(0));
    });
    asked.once('error', () => resolve(0));
  });

for (let n = 0; !isOver; n += 1) {
  const status = await statusNow();
  counts[status] = (counts[status] ?? 0) + 1;
  if (n === 0) console.log('reading');
}
console.log(JSON.stringify(counts));
