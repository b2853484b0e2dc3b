import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemClock } from '../../platform/time/clock.js';
import { type CloseStack, closedAfter } from '../../platform/wiring/close-stack.js';
import type { Config } from '../../platform/config/config.js';
import { callersFolder } from '../../platform/config/process-environment.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { OperatorError } from '../../platform/errors/operator-error.js';
import type { Interruption } from '../interruption.js';
import { joinDatabase, inspectOperatorEnvironment } from '../operator-context.js';
import type { Outcome } from './check.js';
import { examine, unusable } from './examine.js';
import type { Context } from './context.js';
import type { Health } from './report.js';

export interface Diagnosis {
  readonly health: Health;
  readonly outcomes: readonly Outcome[];
}

/**
 * Returns the database to check. An embedded database that no other process runs is started, and runs until
 * the checks are done. Never creates a database.
 */
async function databaseOf(config: Config, closing: CloseStack): Promise<Context['database']> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined) return { url: databaseUrl };
  try {
    if (!existsSync(join(dataDir, 'postgres')))
      throw new OperatorError(
        `DATA_DIR ${dataDir} holds no database: no backend has ever been started on it.`,
      );
    const database = await joinDatabase(config, silentLogger);
    closing.add(() => database.close());
    return { url: database.url };
  } catch (failure) {
    return { failure };
  }
}

/** Rejects when the command is interrupted. */
const interrupted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** Checks the service that this environment configures, as far as this machine can see it. */
export async function diagnose(
  interruption: Interruption,
  { withinMs, lists }: Pick<Context, 'withinMs' | 'lists'>,
): Promise<Diagnosis> {
  const { config, env, secrets, problems } = await inspectOperatorEnvironment();
  if (secrets === undefined) return { health: 'configuration', outcomes: unusable(problems) };
  return interruption.whileOpen(() =>
    closedAfter(async (closing) => {
      const database = await databaseOf(config, closing);
      interruption.signal.throwIfAborted();
      const folder = lists === undefined ? undefined : resolve(callersFolder(), lists);
      const context = { config, env, secrets, database, clock: systemClock, withinMs, lists: folder };
      const outcomes = await Promise.race([examine(context), interrupted(interruption.signal)]);
      const health: Health = outcomes.some(({ state }) => state === 'fault') ? 'fault' : 'ok';
      return { health, outcomes };
    }),
  );
}
