import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { getRequest, requestsPerSecond, takeAnswer } from './http-load.js';

describe('load over HTTP', () => {
  let server: Server;
  let port: number;
  const asked: (string | undefined)[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url);
      if (request.headers['if-none-match'] === undefined) response.end('x'.repeat(100_000));
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

  it('runs for the given time, and refuses an unexpected status', async () => {
    asked.length = 0;
    const requests = [getRequest('/', { 'if-none-match': '"1"' })];
    const load = { port, connections: 4, ms: scaledTimeout(300), requests, status: 304 };
    expect(await requestsPerSecond(load)).toBeGreaterThan(0);
    expect(asked.length).toBeGreaterThan(4);
    await expect(requestsPerSecond({ port, connections: 1, ms: 100, requests, status: 200 })).rejects.toThrow(
      'found 304',
    );
  });
});
