import { getEventListeners, getMaxListeners } from 'node:events';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify } from 'fastify';
import { until } from '../../platform/testing/until.js';
import { StartGate } from './start-gate.js';

describe('the beginning of serving', () => {
  it('lets requests that arrive at its last moment wait, and serves them', async () => {
    const instance = fastify();
    const app = {
      getHttpAdapter: () => ({ getInstance: () => instance }),
    } as unknown as NestFastifyApplication;
    const opening = new StartGate(app);
    instance.post('/acts', async () => 'done');
    instance.get('/health/live', async () => 'up');
    const acting = instance.inject({ method: 'POST', url: '/acts' });
    expect((await instance.inject('/health/live')).body).toBe('up');
    await expect(opening.check()).rejects.toThrow('starting');
    opening.open();
    await expect(opening.check()).resolves.toBeUndefined();
    expect((await acting).body).toBe('done');
    expect((await instance.inject({ method: 'POST', url: '/acts' })).body).toBe('done');
    await instance.close();
  });

  it('lets any number of requests wait, without a warning about listeners that stay', async () => {
    const instance = fastify();
    const opening = new StartGate({
      getHttpAdapter: () => ({ getInstance: () => instance }),
    } as unknown as NestFastifyApplication);
    instance.post('/acts', async () => 'done');
    const { signal } = (opening as unknown as { readonly opened: AbortController }).opened;
    const acting = Array.from({ length: 12 }, () => instance.inject({ method: 'POST', url: '/acts' }));
    await until(() => getEventListeners(signal, 'abort').length === 12);
    const limit = getMaxListeners(signal);
    opening.open();
    const answers = await Promise.all(acting);
    await instance.close();
    expect(limit).toBe(Number.POSITIVE_INFINITY);
    expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 12 }, () => 'done'));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
