/**
 * The protocol server as a process of its own, which several backends share. Prints its address and serves
 * until it is ended. Its log is in memory.
 */
import { ProtocolServer } from './protocol-server.js';

const server = new ProtocolServer();
server.start().then(
  () => process.stdout.write(`${server.url}\n`),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
);
