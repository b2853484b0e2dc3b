import { ServiceUnavailableException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pause } from '../../platform/async/pause.js';
import { routeOf } from '../routes/route-pattern.js';

const HEALTH = '/health/';
/** Milliseconds that a request waits: nearly every start is done by then, and a proxy may not ask elsewhere. */
const WAIT_MS = 2000;

/**
 * The beginning of serving. A start may have long work to do, and whoever watches the process is to know that it
 * lives; everybody else waits for a moment, and is then told to come again.
 */
export class Opening {
  private readonly opened = new AbortController();

  /** To be made before the routes are. */
  constructor(app: NestFastifyApplication) {
    const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
    fastify.addHook('onRequest', (request: FastifyRequest, _reply, done) => {
      if (this.isOpen || routeOf(request).startsWith(HEALTH)) done();
      else void pause(WAIT_MS, this.opened.signal).then(() => done(this.refusal()));
    });
  }

  private refusal(): Error | undefined {
    return this.isOpen ? undefined : new ServiceUnavailableException();
  }

  private get isOpen(): boolean {
    return this.opened.signal.aborted;
  }

  /** From now on everything is served. */
  open(): void {
    this.opened.abort();
  }

  /** Rejects until then. */
  async check(): Promise<void> {
    if (!this.isOpen) throw new Error('starting');
  }
}
