import { type Infrastructure, openInfrastructure } from '#src/app/infrastructure';
import { acceptUnmarked } from '#src/eventsourcing/event-store/postgres/marked-events';
import { ndaDecider } from '#src/nda/nda.decider';
import type { NdaCommand } from '#src/nda/nda.commands';
import { oneOfEachCommand } from '#src/nda/testing/commands';
import { newId } from '#src/platform/crypto/ids';
import { contextAt } from '#src/eventsourcing/journal/testing/recorded';
import { silentLogger } from '#src/platform/logging/logger';
import { SetClock } from '#src/vault/testing/vault-database';
import type { CommandContext } from '#src/eventsourcing/journal/event';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import type { Secrets } from '#src/app/secrets';
import { testSecrets } from './test-backend.js';
import { createServiceDatabase } from './service-database.js';

/**
 * The parts of a backend on a real PostgreSQL, without HTTP and without background work. Therefore no read
 * model is updated automatically.
 */
export interface TestInfrastructure {
  readonly infrastructure: Infrastructure;
  readonly clock: SetClock;
  readonly secrets: Secrets;
  /** Returns a command's context with a new id and the clock's time. */
  context(changes?: Partial<CommandContext>): CommandContext;
  /** Creates a new NDA and runs these commands on it. @returns the NDA's id */
  nda(...commands: readonly NdaCommand[]): Promise<string>;
  run(ndaId: string, command: NdaCommand): Promise<void>;
  /** Types of the NDA's events, oldest first. */
  types(ndaId: string): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** @param eventStoreUrl EventStoreDB; by default the events are in the database */
export async function openTestInfrastructure(eventStoreUrl?: string): Promise<TestInfrastructure> {
  const database = await createServiceDatabase();
  const clock = new SetClock();
  const secrets = testSecrets();
  const infrastructure = await openInfrastructure({
    databaseUrl: database.url,
    eventStoreUrl,
    secrets,
    logger: silentLogger,
    clock,
    connectWithinMs: scaledTimeout(5000),
  });
  // Somebody who writes rows can drop a constraint, so a test can write events as such a person does.
  await acceptUnmarked(infrastructure.pool);
  const context = (changes: Partial<CommandContext> = {}): CommandContext =>
    contextAt(clock.now().toISOString(), { commandId: newId(), correlationId: newId(), ...changes });
  const run = async (ndaId: string, command: NdaCommand): Promise<void> => {
    await infrastructure.commands.run(ndaDecider, ndaId, command, context());
  };
  return {
    infrastructure,
    clock,
    secrets,
    context,
    run,
    nda: async (...commands) => {
      const ndaId = newId();
      await run(ndaId, { ...oneOfEachCommand.CreateNda, ndaId, chain: ndaId });
      for (const command of commands) await run(ndaId, command);
      return ndaId;
    },
    types: async (ndaId) =>
      (await infrastructure.commands.state(ndaDecider, ndaId)).events.map(({ type }) => type),
    stop: async () => {
      await infrastructure.close();
      await database.drop();
    },
  };
}
