import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { type FastifyRequest, fastify } from 'fastify';
import { acceptPdfBodies } from './pdf-body.js';
import request from 'supertest';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { until } from '../../platform/testing/until.js';
import { createTestApp, HTTP_MIGRATIONS, type TestApp } from '../testing/test-app.js';
import { ThingsController } from '../testing/things.controller.js';

@Controller('api/verify')
class SizeController {
  /** Functions that let requests continue. There is one for each request that waits in its handler. */
  static readonly held: (() => void)[] = [];

  static release(): void {
    for (const answer of SizeController.held.splice(0)) answer();
  }

  @Post()
  @HttpCode(200)
  async size(@Req() { body, query }: FastifyRequest): Promise<object> {
    if ('hold' in (query as object)) await new Promise<void>((answer) => SizeController.held.push(answer));
    return { bytes: Buffer.isBuffer(body) ? body.length : null };
  }
}

/** A raw connection, with the bytes that it has received so far. */
interface Raw {
  readonly socket: Socket;
  answer(): string;
}

describe('an upload whose sender leaves while the call is being counted', () => {
  it('takes no place', async () => {
    const instance = fastify();
    const counting: (() => void)[] = [];
    let held = true;
    instance.addHook('onRequest', async () => {
      if (held) await new Promise<void>((counted) => counting.push(counted));
    });
    acceptPdfBodies(instance, '/api/verify', 100);
    instance.post('/api/verify', ({ body }) => ({ bytes: (body as Buffer).length }));
    await instance.listen({ port: 0, host: '127.0.0.1' });
    const { port } = instance.server.address() as { port: number };
    const gone: Promise<unknown>[] = [];
    instance.server.on('request', (_, response) => gone.push(once(response, 'close')));
    for (let n = 0; n < 4; n += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        'POST /api/verify HTTP/1.1\r\nhost: x\r\ncontent-type: application/pdf\r\ncontent-length: 9\r\n\r\n%PDF',
      );
      await until(() => counting.length > n);
      socket.destroy();
    }
    await Promise.all(gone);
    counting.forEach((counted) => counted());
    held = false;
    const answer = await fetch(`http://127.0.0.1:${port}/api/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/pdf' },
      body: '%PDF',
    });
    expect(await answer.json()).toEqual({ bytes: 4 });
    await instance.close();
  });
});

describe('a PDF as a body', () => {
  let database: TestDatabase;
  let test: TestApp;
  let port: number;
  const open: Socket[] = [];
  beforeAll(async () => {
    database = await createTestDatabase({ migrations: HTTP_MIGRATIONS });
    test = await createTestApp({
      database,
      controllers: [SizeController, ThingsController],
      env: { RATE_LIMIT_FACTOR: '0', TRUST_PROXY: '127.0.0.1' },
    });
    await test.app.listen(0, '127.0.0.1');
    ({ port } = test.server.address() as { port: number });
  });
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()));
  afterAll(async () => {
    await test.close();
    await database.drop();
  });

  function send(path: string, framing: string, ...body: string[]): Raw {
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes.toString('latin1'))).on('error', () => {});
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: Application/PDF; x=y\r\n${framing}\r\n\r\n${body.join('')}`,
    );
    return { socket, answer: () => answer };
  }
  const says = (raw: Raw, text: string): Promise<unknown> => until(async () => raw.answer().includes(text));
  const half = (from: string): Raw =>
    send('/api/verify', `content-length: 9\r\nx-forwarded-for: ${from}`, '%PDF');
  const whole = (from: string): Raw =>
    send('/api/verify?hold', `content-length: 4\r\nx-forwarded-for: ${from}`, '%PDF');

  it('is accepted on its own route', async () => {
    await says(send('/api/verify', 'content-length: 4', '%PDF'), '{"bytes":4}');
    await says(send('/api/verify', 'content-length: 0'), '{"bytes":0}');
  });

  it('is refused elsewhere before any of it is read', async () => {
    await says(send('/api/things', `content-length: ${VERIFY_MAX_BYTES}`), 'unsupported_media_type');
  });

  it('is ignored for methods without a body', async () => {
    const answer = await request(test.server).get('/api/things').set('content-type', 'application/pdf');
    expect(answer.status).toBe(200);
  });

  it('is refused for its announced length before any of it is read', async () => {
    await says(send('/api/verify', `content-length: ${VERIFY_MAX_BYTES + 1}`), 'body_too_large');
  });

  it('is refused as soon as too much has arrived, if its length was not announced', async () => {
    const raw = send('/api/verify', 'transfer-encoding: chunked');
    const [size, chunk] = [1_000_000, 'x'.repeat(1_000_000)];
    for (let sent = 0; sent <= VERIFY_MAX_BYTES; sent += size)
      raw.socket.write(`${size.toString(16)}\r\n${chunk}\r\n`);
    await says(raw, 'body_too_large');
  });

  const refused = (raw: Raw): Promise<unknown> => says(raw, 'HTTP/1.1 503');
  const taken = (from: string): Promise<unknown> =>
    until(async () => {
      const next = send('/api/verify', `content-length: 4\r\nx-forwarded-for: ${from}`, '%PDF');
      await says(next, 'HTTP/1.1');
      return next.answer().includes('{"bytes":4}');
    });

  it('blocks no other client while it arrives, and each client can send only a few at a time', async () => {
    const begun = [1, 2, 3, 4].map(() => half('203.0.113.1'));
    await until(async () => begun.some((one) => one.answer().includes('HTTP/1.1 503')));
    for (const n of [2, 3, 4, 5, 6]) [1, 2, 3].forEach(() => half(`203.0.113.${n}`));
    await taken('203.0.113.9');
    for (const { socket } of begun) socket.destroy();
    await taken('203.0.113.1');
  });

  it('is refused while eight complete PDFs are being processed', async () => {
    const held = Array.from({ length: 8 }, (_, n) => whole(`203.0.113.${n}`));
    await until(async () => SizeController.held.length === held.length);
    await refused(whole('203.0.113.20'));
    SizeController.release();
    await Promise.all(held.map((one) => says(one, '{"bytes":4}')));
    await taken('203.0.113.20');
  });

  it('takes no more than its share of memory, no matter who sends it', async () => {
    const most = 'x'.repeat(VERIFY_MAX_BYTES - 1);
    const senders = Array.from({ length: 11 }, (_, n) =>
      send('/api/verify', `content-length: ${VERIFY_MAX_BYTES}\r\nx-forwarded-for: 203.0.114.${n}`, most),
    );
    await until(async () => senders.some((one) => one.answer().includes('HTTP/1.1 503')));
    for (const { socket } of senders) socket.destroy();
    await taken('203.0.114.1');
  });
});
