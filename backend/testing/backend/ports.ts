import { createServer, type Server } from 'node:net';

/** Takes a port on all addresses. @throws Error if it is in use */
export const takePort = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, '0.0.0.0', () => resolve(server));
  });

export const freeAgain = (server: Server): Promise<unknown> =>
  new Promise((resolve) => server.close(resolve));

/** Checks that a port is free. @throws Error if it is in use */
export async function expectFree(port: number): Promise<void> {
  await freeAgain(await takePort(port));
}
