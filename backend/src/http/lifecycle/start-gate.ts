import { ServiceUnavailableException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pause } from '../../platform/async/pause.js';
import { routeOf } from '../routes/route-pattern.js';

const HEALTH = '/health/';
/**
 * Milliseconds that a request waits. Nearly every start is done by then, and a proxy may have no other
 * backend.
 */
const WAIT_MS = 2000;

/**
 * Holds requests back until serving begins, because a start may take long. Health checks are answered
 * meanwhile, so that a supervisor knows that the process is alive. All other requests wait for a moment and
 * then get a 503.
 */
export class StartGate {
  private readonly opened = new AbortController();

  /** Create it before the routes. */
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

  /** Lets every request through from now on. */
  open(): void {
    this.opened.abort();
  }

  /** A readiness check. It rejects until `open` is called. */
  async check(): Promise<void> {
    if (!this.isOpen) throw new Error('starting');
  }
}
