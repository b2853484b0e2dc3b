import { createServer } from 'node:net';
import { OperatorError } from '../errors/operator-error.js';

/**
 * Returns a TCP port on 127.0.0.1 that was free when the function tried it. Another program may take the port
 * before the caller uses it. The port is `wanted` if that port was free, otherwise any other port.
 */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await canListen(wanted)) === wanted) return wanted;
  const port = await canListen(0);
  if (port === undefined) throw new OperatorError('No TCP port on 127.0.0.1 is free.');
  return port;
}

function canListen(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
