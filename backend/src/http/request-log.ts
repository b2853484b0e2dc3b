import type { FastifyInstance } from 'fastify';
import type { Logger } from '../platform/logging/logger.js';
import './fastify-request.js';
import { routeOf } from './route-pattern.js';

/**
 * One line per answer: id, route pattern, status, time. No address, no body, no agent
 * (rule:logs-hold-no-secrets).
 */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const line = {
      requestId: request.id,
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.problemCode === undefined ? {} : { code: request.problemCode }),
    };
    const isRoutine = line.route.startsWith('/health') || line.route === '/metrics' || line.route === '/*';
    if (isRoutine) logger.debug(line, 'answered');
    else logger.info(line, 'answered');
    done();
  });
}
