// Begins uploads and does not finish them: each sends all but its last byte. Called with
// { url, path, count, bytes, refused } as JSON. Prints the statuses of the refused uploads when there are as
// many as expected and the others wait, or after a minute. Keeps the waiting ones until it is ended.
import { connect } from 'node:net';

const { url, path, count, bytes, refused } = JSON.parse(process.argv[2]);
const PATIENCE_MS = 60_000 * Number(process.env.TEST_TIME_FACTOR ?? 1);
const { hostname, port, host } = new URL(url);
const body = Buffer.alloc(bytes - 1, 'x');
const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/pdf\r\nContent-Length: ${bytes}\r\n\r\n`;
const statuses = [];
let sent = 0;
let isReported = false;

function report() {
  if (isReported) return;
  isReported = true;
  console.log(JSON.stringify({ statuses, sent }));
}
const look = () => {
  if (statuses.length >= refused && sent >= count - refused) report();
};

for (let n = 0; n < count; n += 1) {
  const socket = connect({ host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) });
  let isRefused = false;
  const refuse = (status) => {
    if (isRefused) return;
    isRefused = true;
    statuses.push(status);
    look();
  };
  socket.on('error', () => refuse(0));
  socket.once('data', (answer) => refuse(Number(answer.toString('latin1').split(' ')[1])));
  socket.once('connect', () => {
    socket.write(head);
    socket.write(body, () => {
      sent += 1;
      look();
    });
  });
}
// Also keeps the process until a signal ends it.
setInterval(report, PATIENCE_MS);
