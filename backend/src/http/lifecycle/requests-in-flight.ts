import type { FastifyInstance } from 'fastify';

/** Low-priority work slows down as soon as there are this many requests at once. */
const BUSY_FROM = 3;

/**
 * Counts the requests in progress. A request is in progress until its response has been sent or its
 * connection is closed.
 */
export class RequestsInFlight {
  private count = 0;

  /** Must be constructed before the routes are registered. */
  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRequest', (_request, reply, done) => {
      this.count += 1;
      // The `close` event is emitted once for each request, whether the request is answered, hijacked or cut
      // off.
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
