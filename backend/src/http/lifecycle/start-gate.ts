import { ServiceUnavailableException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pause } from '../../platform/async/pause.js';
import { routeOf } from '../routes/route-pattern.js';
import { sharedAbortController } from '../../platform/async/shared-abort.js';

const HEALTH = '/health/';
/**
 * Milliseconds that a request waits for the start to finish. Nearly every start is faster. The request is not
 * refused at once, because its proxy may have no other backend.
 */
const WAIT_MS = 2000;

/**
 * Holds requests back until the backend serves, because a start may take long. Health checks are answered
 * during the start, so that a supervisor knows that the process is alive. Each other request waits up to
 * WAIT_MS and then gets a 503.
 */
export class StartGate {
  private readonly opened = sharedAbortController();

  /** Must be constructed before the routes are registered. */
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

  /** Lets all waiting and later requests through. */
  open(): void {
    this.opened.abort();
  }

  /** A readiness check. It rejects until `open` is called. */
  async check(): Promise<void> {
    if (!this.isOpen) throw new Error('starting');
  }
}
