import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Config } from '../../platform/config/config.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { isLoopback } from '../callers/loopback.js';
import { file, type RouteDescription } from '../openapi/route-description.js';
import { type LimitName, LIMITS } from '../routes/rate-limits.js';
import { NO_ROUTE, routeOf } from '../routes/route-pattern.js';

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/**
 * The HTTP methods that have their own label value. All other methods are counted as `other`, because a
 * client's text must not become the value of a label.
 */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
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
  summary: 'Read the metrics',
  details:
    'Callers on this machine and callers with METRICS_TOKEN as bearer token can read them. All others get 404.',
  access: 'metrics',
  answers: { 200: file('text/plain', 'The metrics in the text format of Prometheus') },
  problems: ['not_found'],
};

/**
 * Default metrics of the library that are left out. They are gauges, but their names end in `_total` like the
 * names of counters. Prometheus's checker refuses such names. `nodejs_active_handles`,
 * `nodejs_active_requests` and `nodejs_active_resources` have the same numbers, by type.
 */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Returns a registry with the metrics of the process. Parts of the service add their own metrics. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  return registry;
}

/**
 * Creates the counter of refused requests. Returns a function that counts one refused request under the name
 * of the limit that refused it.
 */
export function countLimited(registry: Registry): (limit: LimitName) => void {
  const refused = new Counter({
    name: 'rate_limited_requests_total',
    help: 'Calls that a rate limit refused, by the name of the limit.',
    labelNames: ['limit'] as const,
    registers: [registry],
  });
  for (const limit of Object.keys(LIMITS)) refused.inc({ limit }, 0);
  return (limit) => refused.inc({ limit });
}

/** Each label has a fixed set of values, no matter what clients send. */
const labelsOf = (request: FastifyRequest, { statusCode }: FastifyReply) => {
  const route = routeOf(request);
  return {
    method: METHODS.includes(request.method) ? request.method : 'other',
    route: route === NO_ROUTE ? 'unmatched' : route,
    status: `${Math.floor(statusCode / 100)}xx`,
  };
};

/**
 * Serves `/metrics` for Prometheus to this machine, and to callers with METRICS_TOKEN as bearer token. Other
 * callers get 404.
 */
export function serveMetrics(fastify: FastifyInstance, registry: Registry, access: Access): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route pattern and class of the status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  fastify.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    duration.observe(labelsOf(request, reply), reply.elapsedTime / 1000);
    done();
  });
  fastify.get('/metrics', { config: { description: METRICS } }, async (request, reply) => {
    if (!mayRead(request, access)) throw new RuleBroken('not_found');
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}
