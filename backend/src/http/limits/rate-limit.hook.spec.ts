import { type FastifyInstance, fastify } from 'fastify';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import { limitCalls } from './rate-limit.hook.js';

describe('counting the calls of a route', () => {
  let instance: FastifyInstance;
  afterEach(() => instance.close());

  const serve = (limiter: Partial<Parameters<typeof limitCalls>[1]>, withinMs?: number): void => {
    instance = fastify();
    instance.setErrorHandler((error: { code?: string }, request, reply) => {
      request.problemCode = error.code as never;
      return reply.code(503).send({ code: error.code });
    });
    limitCalls(
      instance,
      {
        count: () => Promise.resolve(undefined),
        countShared: () => undefined,
        takeBack: () => Promise.resolve(),
        ...limiter,
      },
      withinMs,
    );
    instance.post('/exact', { config: { rules: { limit: 'verify' } } }, () => {
      throw Object.assign(new Error('no room'), { code: 'unavailable' });
    });
  };
  const formOf = (code: string): void => {
    instance.post('/form', { config: { rules: { limit: 'ndas' } } }, () => {
      throw Object.assign(new Error('refused'), { code });
    });
  };
  const call = { name: 'verify', bucket: 'b', windowStart: 0 } as const;

  it('waits for a silent database no longer than the time limit for an answer', async () => {
    serve({ count: () => new Promise(() => undefined) }, 50);
    const began = performance.now();
    const answer = await instance.inject({ method: 'POST', url: '/exact' });
    expect([answer.statusCode, answer.json()]).toEqual([503, { code: 'unavailable' }]);
    expect(performance.now() - began).toBeLessThan(scaledTimeout(4_000));
  });

  it('does not count a call that was refused for lack of room', async () => {
    const takenBack: unknown[] = [];
    serve({
      count: () => Promise.resolve(call),
      takeBack: (one) => Promise.resolve(void takenBack.push(one)),
    });
    await instance.inject({ method: 'POST', url: '/exact' });
    expect(takenBack).toEqual([call]);
  });

  it.each([
    ['does not count a form with a mistake', 'validation_failed', 1],
    ['does not count a form that is no JSON', 'malformed_json', 1],
    ['counts a form that was refused because of what it names', 'not_found', 0],
  ])('%s', async (_, code, expected) => {
    const takenBack: unknown[] = [];
    serve({
      count: () => Promise.resolve({ ...call, name: 'ndas' }),
      takeBack: (one) => Promise.resolve(void takenBack.push(one)),
    });
    formOf(code);
    await instance.inject({ method: 'POST', url: '/form' });
    expect(takenBack).toHaveLength(expected);
  });
});
