import { type Infrastructure, openInfrastructure } from '@siegel/backend/app/infrastructure';
import { readSecrets } from '@siegel/backend/app/secrets';
import { silentLogger } from '@siegel/backend/platform/logging/logger';
import { answer } from './child.js';
import { growTo } from './growing-log.js';
import { namedPeople } from './people.js';
import type { BackendWish } from './whole-backend.js';

/** Writes the log of a service of years, of people with names of their own. */

let infrastructure: Infrastructure | undefined;

async function start({ databaseUrl, dataDir }: BackendWish): Promise<void> {
  const secrets = await readSecrets({ dataDir, production: false }, {});
  infrastructure = await openInfrastructure({ databaseUrl, secrets, logger: silentLogger });
}

async function grow(events: number): Promise<number> {
  if (infrastructure === undefined) throw new Error('not started');
  return growTo(infrastructure, 0, events, namedPeople);
}

answer({ start, grow, stop: async () => infrastructure?.close() });
