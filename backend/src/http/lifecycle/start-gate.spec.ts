import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify } from 'fastify';
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
});
