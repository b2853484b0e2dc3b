import { connect } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { pause } from '../../async/pause.js';
import { sharedAbortController } from '../../async/shared-abort.js';
import { createLogger } from '../../logging/http-logger.js';
import { hideExpectedWarnings, WarningLog } from '../warnings.js';

// Causes warnings of Node, as a service or as a command would.

/** Waits for a turn of the event loop. Node emits a warning only after the call that caused it. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Opens a TLS connection with an IP address as the server name, as gRPC does. Node warns about this. */
async function connectByAddress(): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port: 9, servername: '127.0.0.1' });
  await new Promise((resolve) => socket.once('error', resolve));
}

async function manyWait(controller: AbortController): Promise<void> {
  const waits = Array.from({ length: 20 }, () => pause(60_000, controller.signal));
  await turn();
  controller.abort();
  await Promise.all(waits);
}

async function serve(): Promise<void> {
  const warnings = new WarningLog();
  warnings.start();
  process.emitWarning('Early.', 'EarlyWarning', 'E1');
  await turn();
  warnings.writeTo(createLogger('info'));
  await connectByAddress();
  await manyWait(sharedAbortController());
  await manyWait(new AbortController());
  const thread = new Worker(new URL('./warned-thread.ts', import.meta.url));
  await new Promise((resolve) => thread.once('exit', resolve));
}

async function runCommand(): Promise<void> {
  hideExpectedWarnings();
  await connectByAddress();
  process.emitWarning('Other.', 'OtherWarning');
  await turn();
}

await (process.argv[2] === 'serve' ? serve() : runCommand());
