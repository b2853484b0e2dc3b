import type { FastifyInstance } from 'fastify';

/** From so many on that are under way at once, work that nobody waits for goes slower. */
const BUSY_FROM = 3;

/** The requests that are between their beginning and the end of their answer, or of their connection. */
export class RequestsUnderWay {
  private count = 0;

  /** To be made before the routes are. */
  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRequest', (_request, reply, done) => {
      this.count += 1;
      // Comes once, however it ends: answered, hijacked or cut off.
      reply.raw.once('close', () => {
        this.count -= 1;
      });
      done();
    });
  }

  /** How many. */
  get now(): number {
    return this.count;
  }

  get areMany(): boolean {
    return this.count >= BUSY_FROM;
  }
}
