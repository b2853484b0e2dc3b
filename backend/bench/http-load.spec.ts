import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { patience } from '#src/platform/testing/patience';
import { getRequest, requestsPerSecond, takeAnswer, timesOf } from './http-load.js';

const SOME = 9;

describe('load over HTTP', () => {
  let server: Server;
  let port: number;
  const asked: (string | undefined)[] = [];
  let endSlow = (): void => undefined;
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url);
      if (asked.length === SOME) endSlow();
      const end = (): void => void response.end('x'.repeat(100_000));
      if (request.url === '/slow') endSlow = end;
      else if (request.headers['if-none-match'] === undefined) end();
      else response.writeHead(304).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('counts whole answers', async () => {
    const body = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect(takeAnswer(body)).toEqual({ status: 200, size: body.length });
    expect(takeAnswer(body.subarray(0, -1))).toBeUndefined();
    expect(takeAnswer(Buffer.from('HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n'))?.status).toBe(
      304,
    );
  });

  it('tells how long each took, in their order', async () => {
    asked.length = 0;
    const requests = Array.from({ length: SOME }, (_, n) => getRequest(n === 4 ? '/slow' : `/${n}`, {}));
    const times = await timesOf({ port, connections: 2, requests, status: 200 });
    expect(times).toHaveLength(SOME);
    expect(times.every((ms) => ms > 0)).toBe(true);
    // It was asked before these, which one caller asked one after the other, and answered when the last was asked.
    expect(Math.max(...times.slice(4, -1))).toBe(times[4]);
    await expect(timesOf({ port, connections: 1, requests, status: 304 })).rejects.toThrow('found 200');
  });

  it('goes on for its time, and refuses what is not expected', async () => {
    asked.length = 0;
    const requests = [getRequest('/', { 'if-none-match': '"1"' })];
    const load = { port, connections: 4, ms: patience(300), requests, status: 304 };
    expect(await requestsPerSecond(load)).toBeGreaterThan(0);
    expect(asked.length).toBeGreaterThan(4);
    await expect(requestsPerSecond({ port, connections: 1, ms: 100, requests, status: 200 })).rejects.toThrow(
      'found 304',
    );
  });
});
