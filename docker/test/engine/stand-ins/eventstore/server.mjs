// Runs one node on port 2113. Requests over HTTP/1.1 are answered here (/health/live); HTTP/2 is passed to
// the test server. The log is a file in the volume.
import { existsSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const WITHIN = '/opt/eventstore/backend/dist/eventsourcing/event-store/eventstoredb/testing';
const { ProtocolServer } = await import(`${WITHIN}/protocol-server.js`);
const { FileLog } = await import(`${WITHIN}/file-log.js`);
const INNER_PORT = 21_130;
const FLUSH_MS = 20;
const file = '/var/lib/eventstore/log';

if (!existsSync(file)) writeFileSync(file, '');
const log = new FileLog(file);
const server = new ProtocolServer({ log, port: INNER_PORT });
setInterval(() => log.sync(), FLUSH_MS);
await server.start();
// The server tells clients that the leader has this port.
server.port = 2113;
createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (first) => {
    if (first.toString('latin1', 0, 3) === 'PRI') {
      const inner = connect(INNER_PORT, '127.0.0.1');
      inner.on('error', () => socket.destroy());
      inner.setNoDelay(true);
      inner.write(first);
      socket.pipe(inner).pipe(socket);
      return;
    }
    const isAlive = first.toString('latin1').startsWith('GET /health/live');
    socket.end(
      `HTTP/1.1 ${isAlive ? '204 No Content' : '404 Not Found'}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
  });
}).listen(2113);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
