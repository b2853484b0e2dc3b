// Runs one event store node on port 2113. This script itself answers requests over HTTP/1.1 (/health/live),
// and passes HTTP/2 to the tests' own server. The log is a file in the volume. If the node has a certificate,
// it uses TLS. In a cluster, the node whose name comes first is the leader. The other nodes have no data,
// because nothing is replicated.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

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
const {
  EVENTSTORE_NODE_HOST_ADVERTISE_AS: own,
  EVENTSTORE_GOSSIP_SEED: others = '',
  EVENTSTORE_CERTIFICATE_FILE: certificate,
  EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE: key,
} = process.env;
const names = own === undefined ? [] : [own, ...others.split(',').map((one) => one.split(':')[0])].sort();
if (own !== undefined)
  server.members = () =>
    names.map((host, at) => ({ endpoint: { host, port: 2113 }, alive: true, leads: at === 0 }));
await server.start();
// The server tells clients that the leader listens on port 2113. A server considers itself the leader if its
// own port is the leader's port, so only the leading node gets port 2113 here.
if (own === names[0]) server.port = 2113;

/** If a client offers both protocols over TLS, HTTP/1.1 is chosen, because curl offers both. */
const listen = (serve) =>
  certificate === undefined
    ? createServer(serve)
    : createTlsServer(
        {
          cert: readFileSync(certificate),
          key: readFileSync(key),
          ALPNCallback: ({ protocols }) => (protocols.includes('http/1.1') ? 'http/1.1' : 'h2'),
        },
        serve,
      );

listen((socket) => {
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
