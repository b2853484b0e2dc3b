import {
  described,
  listOf,
  literal,
  mapOf,
  namedObject,
  oneOf,
  optional,
  text,
  type ViewOf,
} from '@siegel/contracts/schema';
import type { FastifyInstance } from 'fastify';
import { json, type RouteDescription } from '../openapi/route-description.js';

/**
 * One part of the service that the readiness check tests. `check` resolves if the part works, and rejects
 * otherwise.
 */
export interface Probe {
  readonly name: string;
  readonly check: () => Promise<void>;
}

/**
 * Returns a problem that the operator should solve but that does not stop the service; undefined if there is
 * none.
 */
export type Warning = () => string | undefined;

const PROBE_MS = 2000;

const state = oneOf(['up', 'down']);
const liveSchema = namedObject('Live', { status: literal('up') });
const readySchema = namedObject('Ready', {
  status: state,
  checks: described('State of each part that the service needs, by its name', mapOf(state)),
  warnings: optional(described('Problems that the operator should solve', listOf(text))),
});
interface ReadyView extends ViewOf<typeof readySchema> {}

const LIVE: RouteDescription = {
  id: 'readLiveness',
  tag: 'Service',
  summary: 'Check whether the process answers',
  access: 'everybody',
  answers: { 200: json('The process answers', liveSchema) },
};
const READY: RouteDescription = {
  id: 'readReadiness',
  tag: 'Service',
  summary: 'Check whether every part that the service needs answers',
  access: 'everybody',
  answers: {
    200: json('Every part answers', readySchema),
    503: json('At least one part is down', readySchema),
  },
};

async function passes(probe: Probe): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), PROBE_MS);
  });
  try {
    await Promise.race([probe.check(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Serves two health checks. `/health/live` shows that the process responds. `/health/ready` responds with 200
 * if everything that the service needs works, and with 503 otherwise. It lists the state of each part and the
 * warnings.
 */
export function serveHealth(
  fastify: FastifyInstance,
  probes: readonly Probe[],
  warnings: readonly Warning[] = [],
): void {
  fastify.get('/health/live', { config: { description: LIVE } }, () => ({ status: 'up' }));
  fastify.get('/health/ready', { config: { description: READY } }, async (_request, reply) => {
    const results = await Promise.all(
      probes.map(async (probe) => [probe.name, (await passes(probe)) ? 'up' : 'down'] as const),
    );
    const ready = results.every(([, state]) => state === 'up');
    const warned = warnings.flatMap((warning) => warning() ?? []);
    const view: ReadyView = {
      status: ready ? 'up' : 'down',
      checks: Object.fromEntries(results),
      ...(warned.length === 0 ? {} : { warnings: warned }),
    };
    return reply.code(ready ? 200 : 503).send(view);
  });
}
