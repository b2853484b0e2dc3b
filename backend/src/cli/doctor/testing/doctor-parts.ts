import type { AddressInfo, Server } from 'node:net';

/** Names of the checks that need the event store. */
export const BEHIND_THE_STORE = [
  'store in use',
  'checkpoints',
  'keys',
  'log keys',
  'log',
  'tampering',
  'log pass',
  'projections',
  'obligations',
  'client addresses',
];

/** Starts a server on a free port. Resolves to its address, `<host>:<port>`. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes a server and its connections. */
export const closed = (server: Server & { closeAllConnections?: () => void }): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections?.();
  });
