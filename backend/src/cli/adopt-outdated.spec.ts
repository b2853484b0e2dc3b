import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServiceDatabase } from '../../testing/backend/service-database.js';
import { testSecrets } from '../../testing/backend/test-backend.js';
import { type Infrastructure, openInfrastructure } from '../app/infrastructure.js';
import { AdoptionOutdated } from '../app/outdated-adoption.js';
import type { Secrets } from '../app/secrets.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import { checkpointPlace } from '../eventsourcing/trust/place-names.js';
import { TEST_LOG } from '../eventsourcing/trust/testing/test-trust.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { newId } from '../platform/crypto/ids.js';
import { silentLogger } from '../platform/logging/logger.js';
import type { TestDatabase } from '../platform/postgres/testing/test-database.js';
import { scaledTimeout } from '../platform/testing/scaled-timeout.js';
import type { Decisions } from '../proof/adopt-log.js';
import { adoptionOf } from '../proof/adoption-in-use.js';
import { writeKeptCheckpoint } from '../proof/kept-checkpoint.js';
import { newestCheckpoint } from '../proof/signed-checkpoints.js';
import { SetClock } from '../vault/testing/vault-database.js';
import { adoptDatabase, type Adopting, NO_DECISIONS } from './adopt-database.js';

describe('a log that was adopted several times', () => {
  const clock = new SetClock();
  const [leaked, own] = [randomBytes(32), randomBytes(32)];
  const names = new AppendKeys(TEST_LOG, [leaked]).names;
  let database: TestDatabase;
  let secrets: Secrets;
  let opened: Infrastructure | undefined;
  beforeEach(async () => {
    database = await createServiceDatabase();
    secrets = { ...testSecrets(), appendKeys: { log: TEST_LOG, keys: [leaked] } };
  });
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
    await database.drop();
  });

  const open = async (more: { readonly dataDir?: string } = {}): Promise<Infrastructure> => {
    await opened?.close();
    opened = undefined;
    opened = await openInfrastructure({
      databaseUrl: database.url,
      secrets,
      clock,
      logger: silentLogger,
      connectWithinMs: scaledTimeout(5000),
      ...more,
    });
    return opened;
  };
  const adopt = async (decisions: Partial<Decisions> = {}, more: Partial<Adopting> = {}) => {
    await opened?.close();
    opened = undefined;
    const decided = { ...NO_DECISIONS, ...decisions };
    const result = await adoptDatabase({
      databaseUrl: database.url,
      secrets,
      clock,
      decisions: decided,
      ...more,
    });
    if (result.adopted && result.statement !== undefined)
      secrets = { ...secrets, logAdopted: result.statement };
    return result;
  };
  /** Records an event with the newest key. */
  const record = async (): Promise<void> => {
    const { commands } = await open();
    const ndaId = newId();
    const context = contextAt(clock.now().toISOString(), { commandId: newId() });
    await commands.run(ndaDecider, ndaId, { ...oneOfEachCommand.CreateNda, ndaId, chain: ndaId }, context);
  };

  it('is not started with an older statement, or with none, and then gets one that follows the newest', async () => {
    await record();
    const elsewhere = checkpointPlace({ size: 9, root: 'cd'.repeat(32) });
    await adopt({ accept: [elsewhere], reason: 'another backend kept it' });
    const monday = secrets.logAdopted;
    expect(monday).toEqual(expect.any(String));
    secrets = { ...secrets, appendKeys: { log: TEST_LOG, keys: [own, leaked] } };
    await adopt({ retire: names, reason: 'it leaked' });
    await open();
    const tuesday = secrets;
    for (const logAdopted of [monday, undefined]) {
      secrets = { ...tuesday, logAdopted };
      await expect(open()).rejects.toThrow(AdoptionOutdated);
      await expect(open()).rejects.toThrow(logAdopted === undefined ? 'is missing' : 'is not the newest one');
    }
    secrets = { ...tuesday, logAdopted: monday };
    expect(await adopt()).toMatchObject({ adopted: true, statement: expect.any(String) });
    await open();
    expect(await adopt()).toMatchObject({ adopted: true, statement: undefined });
    secrets = tuesday;
    await expect(open()).rejects.toThrow(AdoptionOutdated);
  });

  it('names the checkpoint that was kept under a newer statement, and is released by the next one', async () => {
    await record();
    await adopt();
    const dataDir = await mkdtemp(join(tmpdir(), 'siegel-adopt-'));
    const start = (): Promise<Infrastructure> => open({ dataDir });
    try {
      const checkpoint = await newestCheckpoint(database.pool);
      if (checkpoint === undefined) throw new Error('nothing was signed');
      // As it was kept on Tuesday, under a later statement and over an event that the restore lost.
      const later = { ...checkpoint, size: checkpoint.size + 1, root: 'ab'.repeat(32) };
      const adopted = adoptionOf('the statement of Tuesday');
      await writeKeptCheckpoint(dataDir, { log: TEST_LOG, adopted, checkpoint: later });
      await expect(start()).rejects.toThrow(AdoptionOutdated);
      const place = checkpointPlace(later);
      expect(await adopt({}, { dataDir })).toMatchObject({ adopted: false, open: [place] });
      const accepted = await adopt({ accept: [place], reason: 'the restore of Wednesday' }, { dataDir });
      expect(accepted).toMatchObject({ adopted: true, statement: expect.any(String) });
      const { tree } = await start();
      expect(tree.kept.newest).toBeUndefined();
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });
});
