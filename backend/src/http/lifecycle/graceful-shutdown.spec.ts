import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyInstance, fastify } from 'fastify';
import { Readable } from 'node:stream';
import { GracefulShutdown } from './graceful-shutdown.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';

describe('the end of serving', () => {
  const serve = async (
    closeMs?: number,
  ): Promise<{ shutdown: GracefulShutdown; instance: FastifyInstance; open: () => Socket }> => {
    const instance = fastify({ forceCloseConnections: 'idle' });
    const app = {
      getHttpAdapter: () => ({ getInstance: () => instance }),
      getHttpServer: () => instance.server,
      close: () => instance.close(),
    } as unknown as NestFastifyApplication;
    const shutdown = new GracefulShutdown(app, closeMs);
    instance.route({ method: ['GET', 'POST'], url: '/short', handler: async () => 'short' });
    instance.get('/endless', (_request, reply) => reply.send(new Readable({ read: () => undefined })));
    await instance.listen({ port: 0 });
    const address = instance.server.address();
    const open = (): Socket => {
      const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, 'localhost');
      return socket.on('error', () => undefined).resume();
    };
    return { shutdown, instance, open };
  };

  it('does not wait for a client that never reads its answer', async () => {
    const { shutdown, instance, open } = await serve(100);
    const begun = once(instance.server, 'request');
    const socket = open();
    const ended = once(socket, 'close');
    socket.write('GET /endless HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await begun;
    await expect(shutdown.check()).resolves.toBeUndefined();
    expect(shutdown.cutting.aborted).toBe(false);
    await shutdown.close();
    expect(shutdown.cutting.aborted).toBe(true);
    await expect(shutdown.check()).rejects.toThrow('stopping');
    await ended;
  });

  it('does not wait for connections that clients hold in reserve', async () => {
    const { shutdown, instance, open } = await serve(20_000);
    const connected = once(instance.server, 'connection');
    open();
    await connected;
    const began = performance.now();
    await shutdown.close();
    expect(performance.now() - began).toBeLessThan(scaledTimeout(5000));
  });

  it('aborts reads that a proxy can forward to another backend, and serves changes and all other reads', async () => {
    const { shutdown, open } = await serve();
    const answerTo = async (head: string): Promise<string> => {
      const socket = open();
      let text = '';
      socket.on('data', (part: Buffer) => (text += part.toString()));
      socket.write(`${head}host: localhost\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      await once(socket, 'close');
      return text.split('\r\n')[0] ?? '';
    };
    const read = 'GET /short HTTP/1.1\r\n';
    const readByProxy = `${read}siegel-elsewhere: yes\r\n`;
    const act = 'POST /short HTTP/1.1\r\nsiegel-elsewhere: yes\r\n';
    expect(await answerTo(readByProxy)).toBe('HTTP/1.1 200 OK');
    await shutdown.begin(0);
    expect(await answerTo(readByProxy)).toBe('');
    expect([await answerTo(read), await answerTo(act)]).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK']);
    await shutdown.close();
  });
});
