import type { FastifyInstance } from 'fastify';

/** Low-priority work slows down as soon as there are this many requests at once. */
const BUSY_FROM = 3;

/** Counts each request from its beginning to the end of its answer or its connection. */
export class RequestsInFlight {
  private count = 0;

  /** Create it before the routes. */
  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRequest', (_request, reply, done) => {
      this.count += 1;
      // This event is emitted once for each request, whether it is answered, hijacked or cut off.
      reply.raw.once('close', () => {
        this.count -= 1;
      });
      done();
    });
  }

  /** Number of requests in progress. */
  get now(): number {
    return this.count;
  }

  get isBusy(): boolean {
    return this.count >= BUSY_FROM;
  }
}
