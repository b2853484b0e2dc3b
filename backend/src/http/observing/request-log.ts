import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../platform/logging/logger.js';
import '../requests/fastify-request.js';
import { routeOf } from '../routes/route-pattern.js';

/**
 * True for polled routes and for the catch-all route of pages. Their requests are usually not worth a log
 * line or a span.
 */
export const isRoutine = (route: string): boolean =>
  route.startsWith('/health') || route === '/metrics' || route === '/*';

/**
 * Logs one line for each answer, with id, route pattern, status and time, but without address, body and user
 * agent (rule:logs-hold-no-secrets).
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
    if (isRoutine(line.route)) logger.debug(line, 'answered');
    else logger.info(line, 'answered');
    done();
  });
}
