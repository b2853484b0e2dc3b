import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from './child.js';

/** A collector of traces that takes whatever comes, and looks at none of it. */
const server = createServer((request, response) => {
  request.resume().once('end', () => response.end('{}'));
});

const start = (): Promise<{ port: number }> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port }));
  });

const stop = async (): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
};

answer({ start, stop });
