import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyInstance, fastify } from 'fastify';
import { Readable } from 'node:stream';
import { GracefulShutdown } from './graceful-shutdown.js';
import { patience } from '../testing/patience.js';

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
    instance.get('/endless', (_request, reply) => reply.send(new Readable({ read: () => undefined })));
    await instance.listen({ port: 0 });
    const address = instance.server.address();
    const open = (): Socket => {
      const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, 'localhost');
      return socket.on('error', () => undefined).resume();
    };
    return { shutdown, instance, open };
  };

  it('does not wait for a client that never takes its answer', async () => {
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

  it('does not wait for connections that are held in reserve', async () => {
    const { shutdown, instance, open } = await serve(20_000);
    const connected = once(instance.server, 'connection');
    open();
    await connected;
    const began = performance.now();
    await shutdown.close();
    expect(performance.now() - began).toBeLessThan(patience(5000));
  });
});
