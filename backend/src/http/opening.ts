import { ServiceUnavailableException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeOf } from './route-pattern.js';

const HEALTH = '/health/';

/**
 * The beginning of serving. A start may have long work to do, and whoever watches the process is to know that it
 * lives; everybody else is told to come again.
 */
export class Opening {
  private isOpen = false;

  /** To be made before the routes are. */
  constructor(app: NestFastifyApplication) {
    const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
    fastify.addHook('onRequest', async (request: FastifyRequest) => {
      if (!this.isOpen && !routeOf(request).startsWith(HEALTH)) throw new ServiceUnavailableException();
    });
  }

  /** From now on everything is served. */
  open(): void {
    this.isOpen = true;
  }

  /** Rejects until then. */
  async check(): Promise<void> {
    if (!this.isOpen) throw new Error('starting');
  }
}
