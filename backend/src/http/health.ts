import type { FastifyInstance } from 'fastify';

/** Resolves when the part works, rejects when it does not. */
export interface Probe {
  readonly name: string;
  readonly check: () => Promise<void>;
}

/** What an operator should see to though everything works still; undefined while there is nothing. */
export type Warning = () => string | undefined;

const PROBE_MS = 2000;

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
 * `/health/live`: the process answers. `/health/ready`: all it needs answers too, else 503 naming what does
 * not; and what is to be seen to.
 */
export function serveHealth(
  fastify: FastifyInstance,
  probes: readonly Probe[],
  warnings: readonly Warning[] = [],
): void {
  fastify.get('/health/live', () => ({ status: 'up' }));
  fastify.get('/health/ready', async (_request, reply) => {
    const results = await Promise.all(
      probes.map(async (probe) => [probe.name, (await passes(probe)) ? 'up' : 'down'] as const),
    );
    const ready = results.every(([, state]) => state === 'up');
    const warned = warnings.flatMap((warning) => warning() ?? []);
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'up' : 'down',
      checks: Object.fromEntries(results),
      ...(warned.length === 0 ? {} : { warnings: warned }),
    });
  });
}
