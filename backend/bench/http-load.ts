import { connect, type Socket } from 'node:net';
import { perSecond } from './load.js';

export interface HttpLoad {
  readonly port: number;
  readonly connections: number;
  readonly ms: number;
  /** Requests as bytes. The callers send them in turn. */
  readonly requests: readonly Buffer[];
  /** Expected status; any other is an error. */
  readonly status: number;
}

const END_OF_HEAD = '\r\n\r\n';

export function getRequest(path: string, headers: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
}

/**
 * Parses the head and body of one response. Returns undefined while bytes are missing.
 * @throws Error on a body without a length
 */
export function takeAnswer(bytes: Buffer): { readonly status: number; readonly size: number } | undefined {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined && status !== 304) throw new Error(`an answer without a length: ${head}`);
  const size = end + END_OF_HEAD.length + (status === 304 ? 0 : Number(length));
  return bytes.length < size ? undefined : { status, size };
}

/**
 * Measures how many requests per second all callers make together. Each caller waits for the response before
 * its next request. The callers use bare sockets, because a client that costs as much as the server would
 * measure itself.
 * @throws Error if a response's status is not `status`
 */
export function requestsPerSecond({ port, connections, ms, requests, status }: HttpLoad): Promise<number> {
  const began = performance.now();
  let [next, count] = [0, 0];
  const nextRequest = (): Buffer | undefined => {
    // On a busy machine, connecting may take longer than the whole time. Each caller still sends one request.
    if (next >= connections && performance.now() - began >= ms) return undefined;
    next += 1;
    return requests[next % requests.length];
  };
  const onAnswer = (found: number): void => {
    if (found !== status) throw new Error(`expected ${status}, found ${found}`);
    count += 1;
  };
  return perSecond(async () => {
    await Promise.all(Array.from({ length: connections }, () => converse(port, nextRequest, onAnswer)));
    return count;
  });
}

function converse(
  port: number,
  nextRequest: () => Buffer | undefined,
  onAnswer: (status: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let pending: Buffer = Buffer.alloc(0);
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const ask = (): void => {
      const request = nextRequest();
      if (request === undefined) socket.end(resolve);
      else socket.write(request);
    };
    socket.once('connect', ask);
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      try {
        const answer = takeAnswer(pending);
        if (answer === undefined) return;
        pending = pending.subarray(answer.size);
        onAnswer(answer.status);
        ask();
      } catch (error) {
        socket.destroy();
        reject(error);
      }
    });
  });
}
