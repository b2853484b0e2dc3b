import type { FastifyInstance } from 'fastify';

/** From this many requests at once, low-priority work slows down. */
const BUSY_FROM = 3;

/** Counts the requests between their beginning and the end of their answer or connection. */
export class RequestsInFlight {
  private count = 0;

  /** Create it before the routes. */
  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRequest', (_request, reply, done) => {
      this.count += 1;
      // Emitted once, however the request ends: answered, hijacked or cut off.
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
