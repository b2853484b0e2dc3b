import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Config } from '../platform/config/config.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { isLoopback } from './loopback.js';
import { file, type RouteDescription } from './openapi/route-description.js';
import { routeOf } from './route-pattern.js';

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

type Access = Pick<Config, 'metricsToken' | 'localMetrics'>;

function mayRead(request: FastifyRequest, { metricsToken: token, localMetrics }: Access): boolean {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined && bearer !== undefined) return timingSafeEqual(digest(bearer), digest(token));
  return localMetrics && isLoopback(request);
}

const METRICS: RouteDescription = {
  id: 'readMetrics',
  tag: 'Service',
  summary: 'Figures for Prometheus',
  details: 'For this machine, or a bearer of METRICS_TOKEN; others find nothing here.',
  access: 'metrics',
  answers: { 200: file('text/plain', 'In the text format of Prometheus') },
  problems: ['not_found'],
};

/** A registry with the process' own figures; parts of the service add theirs. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** `/metrics` for Prometheus, to this machine or a bearer of METRICS_TOKEN; others find nothing there. */
export function serveMetrics(fastify: FastifyInstance, registry: Registry, access: Access): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  fastify.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    duration.observe(
      { method: request.method, route: routeOf(request), status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
  fastify.get('/metrics', { config: { description: METRICS } }, async (request, reply) => {
    if (!mayRead(request, access)) throw new RuleBroken('not_found');
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}
