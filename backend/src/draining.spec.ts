import { connect } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify } from 'fastify';
import { Readable } from 'node:stream';
import { Draining } from './draining.js';

describe('the end of serving', () => {
  it('does not wait for a client that never takes its answer', async () => {
    const instance = fastify({ forceCloseConnections: 'idle' });
    const app = {
      getHttpAdapter: () => ({ getInstance: () => instance }),
      getHttpServer: () => instance.server,
      close: () => instance.close(),
    } as unknown as NestFastifyApplication;
    const draining = new Draining(app, 100);
    instance.get('/endless', (_request, reply) => reply.send(new Readable({ read: () => undefined })));
    await instance.listen({ port: 0 });
    const address = instance.server.address();
    const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, 'localhost');
    const ended = new Promise((resolve) => socket.once('close', resolve));
    const begun = new Promise((resolve) => instance.server.once('request', resolve));
    socket.on('error', () => undefined).resume();
    socket.write('GET /endless HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await begun;
    await expect(draining.check()).resolves.toBeUndefined();
    await draining.close();
    await expect(draining.check()).rejects.toThrow('stopping');
    await ended;
  });
});
