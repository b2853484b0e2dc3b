// Begins uploads and does not finish them. Each upload sends almost all of its body at once, and then one
// byte every two seconds. Its argument is { url, path, count, bytes, refused } as JSON. When `refused`
// uploads have been refused and all others are waiting, or after a minute, it prints the statuses of the
// refused uploads. The other uploads stay open until this process is ended.
import { connect } from 'node:net';

const { url, path, count, bytes, refused } = JSON.parse(process.argv[2]);
const PATIENCE_MS = 60_000 * Number(process.env.TEST_TIME_FACTOR ?? 1);
/** Number of bytes that are sent one by one instead of at once. They take longer than the test. */
const HELD_BACK = 1_000;
const BYTE_EACH_MS = 2_000;
const { hostname, port, host } = new URL(url);
const body = Buffer.alloc(bytes - HELD_BACK, 'x');
const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/pdf\r\nContent-Length: ${bytes}\r\n\r\n`;
const uploads = [];
let isReported = false;

function report() {
  if (isReported) return;
  isReported = true;
  const statuses = uploads.flatMap(({ status }) => status ?? []);
  console.log(JSON.stringify({ statuses }));
}
function look() {
  const answered = uploads.filter(({ status }) => status !== undefined);
  const waiting = uploads.filter(({ status, isSent }) => status === undefined && isSent);
  if (answered.length >= refused && waiting.length >= count - refused) report();
}

for (let n = 0; n < count; n += 1) {
  const socket = connect({ host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) });
  const upload = { status: undefined, isSent: false };
  uploads.push(upload);
  let drip;
  const refuse = (status) => {
    upload.status ??= status;
    clearInterval(drip);
    socket.destroy();
    look();
  };
  socket.on('error', () => refuse(0));
  socket.on('close', () => refuse(0));
  socket.once('data', (answer) => refuse(Number(answer.toString('latin1').split(' ')[1])));
  socket.once('connect', () => {
    socket.write(head);
    socket.write(body, (error) => {
      if (error) return;
      upload.isSent = true;
      drip = setInterval(() => socket.write('x'), BYTE_EACH_MS);
      look();
    });
  });
}
// Reports after a minute at the latest. The timer also keeps this process alive until a signal ends it.
setInterval(report, PATIENCE_MS);
