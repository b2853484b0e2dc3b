import type { Pool } from 'pg';
import { entities, migrations } from '../app/database-schema.js';
import { storedSecretsOf } from '../app/stored-secrets.js';
import { knownAppendKeys } from '../app/append-secret.js';
import { logTrustOf } from '../app/log-trust.js';
import { openStoredLog } from '../app/open-event-store.js';
import { knownAdoptions } from '../app/outdated-adoption.js';
import { retiredEarlier } from '../app/retired-keys.js';
import type { Secrets } from '../app/secrets.js';
import { isOwnStream, STREAM_PREFIXES } from '../app/streams.js';
import { acceptedIn } from '../closed-streams/accepted-findings.js';
import { storedRecords } from '../closed-streams/stored-records.js';
import { EventStoreMoved, type StoredLog } from '../eventsourcing/event-store/event-store.js';
import { storeInUse } from '../eventsourcing/event-store/in-use/store-in-use.js';
import { Authenticator } from '../eventsourcing/trust/authenticate.js';
import { ACCEPTS_NOTHING, ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import { TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import { createKeyedHash } from '../platform/crypto/keyed-hash.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { createDataSource } from '../platform/postgres/data-source.js';
import { migrate } from '../platform/postgres/migrate.js';
import { createPool, transaction } from '../platform/postgres/pool.js';
import { assertRealSessionsAt } from '../platform/postgres/real-sessions.js';
import { sessionName } from '../platform/postgres/session-name.js';
import { type Clock, systemClock } from '../platform/time/clock.js';
import { type CloseStack, closedAfter } from '../platform/wiring/close-stack.js';
import { AdoptedLeaves } from '../proof/adopted-leaves.js';
import { adoptLog, type AdoptionResult, type AdoptParts, type Decisions } from '../proof/adopt-log.js';
import { adoptionInUse } from '../proof/adoption-in-use.js';
import { newestKept } from '../proof/kept-checkpoint.js';
import { isSignedBy, type SignedCheckpoint } from '../proof/signed-checkpoints.js';
import { compareCheckValues, requireOnlyLost, retireLostKeys } from '../vault/check-values.js';
import { ownKeysIn } from '../vault/own-keys.js';
import type { PublicKeyRecord } from '../vault/public-key-record.js';
import { createReceipts } from '../vault/receipts.js';
import { requireNoBackend } from './no-backend.js';
import { operatorLogger } from './operator-logger.js';

/** Milliseconds between two lines about progress. */
const PROGRESS_MS = 1000;
/** Key of the advisory lock that each adoption holds. */
export const ADOPTION_LOCK = 1_795_000_601;
/** Connections of an adoption. One of them holds the lock. */
const CONNECTIONS = 3;

export type Adopted = Extract<AdoptionResult, { readonly adopted: true }>;

export interface Adopting {
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
  readonly eventStorePrefix?: string | undefined;
  readonly secrets: Secrets;
  readonly decisions: Decisions;
  readonly clock?: Clock;
  /** Folder with the newest checkpoint that the backend kept. By default none was kept. */
  readonly dataDir?: string | undefined;
  /** Folder that contains the DATA_DIR of every backend. */
  readonly lists?: string | undefined;
  readonly onFindings?: AdoptParts['onFindings'];
  readonly onProgress?: (line: string) => void;
  /**
   * Keeps the statement of a log that is adopted. Afterwards the database knows lost keys as lost. Before, a
   * start without them is refused, so that no backend takes their events for forged ones.
   */
  readonly keep?: (result: Adopted) => Promise<void>;
  /** Aborts when the command is interrupted. */
  readonly cut?: AbortSignal;
}

export const NO_DECISIONS: Decisions = {
  accept: [],
  retire: [],
  lostKeys: [],
  checkpoints: [],
  reason: null,
};

/** Thrown if APPEND_KEY is missing, so that nobody could make the statement. */
class NoKeyToAdoptWith extends OperatorError {
  constructor() {
    super(
      'APPEND_KEY is missing. Nothing was adopted.\nIf this service had an APPEND_KEY before, restore it from the backup of the secrets. If not, make it with siegel secrets:make, copy the secrets to the safe place, and run the command again.',
    );
  }
}

/** Thrown if another adoption runs on this database. */
class AlreadyAdopting extends OperatorError {
  constructor() {
    super('Another siegel log:adopt runs on this database. Nothing was adopted.');
  }
}

/**
 * Migrates the database and adopts its log. Nobody else may use the database. Writes down no secret as one of this
 * database: only a start does, after it has compared the secrets with the log.
 * @throws OperatorError
 */
export const adoptDatabase = (adopting: Adopting): Promise<AdoptionResult> =>
  closedAfter(async (closing) => {
    const { databaseUrl: url, secrets, decisions, clock = systemClock, cut } = adopting;
    const { appendKeys, logAdopted } = secrets;
    if (appendKeys === undefined) throw new NoKeyToAdoptWith();
    const { keys, adoption } = logTrustOf(appendKeys, logAdopted);
    await assertRealSessionsAt(url, { cut });
    const pool = createPool(url, { max: CONNECTIONS, name: sessionName('adopt'), plansAnew: true, cut });
    closing.add(() => pool.end());
    await requireNoBackend(pool);
    await holdLock(pool, closing);
    await migrated(url, closing);
    await compareSecrets(pool, secrets, decisions);
    const store = await openedLog(adopting, pool, closing);
    const keyedHash = createKeyedHash(secrets.indexKey);
    const [signingKey, ...olderKeys] = secrets.checkpointKeys;
    const receipts = createReceipts({ signingKey, olderKeys, keyedHash, pool });
    await receipts.start();
    const ownKeys = await ownKeysIn(pool, receipts.configuredKeys, keyedHash);
    decisions.checkpoints.forEach((checkpoint) => requireOwn(checkpoint, ownKeys));
    const trusted = new TrustedReader({
      store,
      authenticator: new Authenticator(keys, adoption && new AdoptedLeaves(pool, adoption)),
      closed: new ClosedStreams(),
      isOwnStream,
    });
    const records = await storedRecords(trusted);
    const { log } = appendKeys;
    const { dataDir, lists } = adopting;
    const inUse = adoptionInUse(logAdopted, adoption);
    const result = await adoptLog({
      pool,
      store,
      isKnown: acceptedIn(ACCEPTS_NOTHING, () => records),
      streamPrefixes: STREAM_PREFIXES,
      isOwnStream,
      appendKeys: appendKeys.keys,
      log,
      former: adoption,
      inUse,
      earlier: await knownAdoptions({ pool, log, dataDir, lists }),
      retiredEarlier: await retiredEarlier(dataDir, lists),
      ownKeys,
      receipts,
      clock,
      kept: await newestKept(dataDir, lists, { log, ...inUse }),
      decisions,
      onFindings: adopting.onFindings ?? (() => undefined),
      onProgress: progressTo(adopting.onProgress ?? (() => undefined)),
      requireAlone: (client) => requireNoBackend(client),
    });
    if (!result.adopted) return result;
    await adopting.keep?.(result);
    if (decisions.lostKeys.length > 0)
      await transaction(pool, (client) => retireLostKeys(client, knownAppendKeys(appendKeys)));
    return result;
  });

/**
 * Compares the secrets with those of the database. The list of APPEND_KEY may lack the keys that are lost.
 * @throws SecretMismatch, MasterKeyHalfReplaced, AppendKeyLacking
 */
async function compareSecrets(
  pool: Pool,
  secrets: Secrets,
  { lostKeys }: Pick<Decisions, 'lostKeys'>,
): Promise<void> {
  const { append, ...others } = storedSecretsOf(secrets);
  const isWhole = append === undefined || lostKeys.length === 0;
  await compareCheckValues(pool, isWhole ? { ...others, append } : others);
  if (!isWhole) await requireOnlyLost(pool, append, lostKeys.length);
}

/** Holds the lock until the adoption is closed. The lock ends with its connection. @throws AlreadyAdopting */
async function holdLock(pool: Pool, closing: CloseStack): Promise<void> {
  const client = await pool.connect();
  closing.add(async () => client.release(true));
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [
    ADOPTION_LOCK,
  ]);
  if (rows[0]?.free !== true) throw new AlreadyAdopting();
}

/** Runs the due migrations, because a log from before has no tables for the tree. */
async function migrated(url: string, closing: CloseStack): Promise<void> {
  const dataSource = await createDataSource({ url, entities, migrations }).initialize();
  closing.add(() => dataSource.destroy());
  await migrate(dataSource);
}

/** Opens the log for reading, and checks that it is the log of this database. @throws EventStoreMoved */
async function openedLog(
  { databaseUrl, eventStoreUrl: url, eventStorePrefix, cut }: Adopting,
  pool: Pool,
  closing: CloseStack,
): Promise<StoredLog> {
  const prefix = eventStorePrefix === undefined ? {} : { prefix: eventStorePrefix };
  const log = await openStoredLog({ url, databaseUrl, cut, ...prefix }, operatorLogger());
  closing.add(() => log.close());
  const [known, found] = await Promise.all([storeInUse(pool), log.storeId()]);
  if (known !== undefined && known.storeId !== found) throw new EventStoreMoved();
  return log;
}

/** @throws OperatorError if this service did not sign the checkpoint */
function requireOwn(checkpoint: SignedCheckpoint, ownKeys: readonly PublicKeyRecord[]): void {
  const key = ownKeys.find(({ keyId }) => keyId === checkpoint.keyId);
  if (!isSignedBy(checkpoint, key))
    throw new OperatorError(
      `No key of CHECKPOINT_KEY signed the kept checkpoint over ${checkpoint.size} leaves, so it proves nothing. Nothing was adopted.`,
    );
}

/** Returns a function that reports progress at most once a second. */
function progressTo(say: (line: string) => void): AdoptParts['onProgress'] {
  let last = Date.now();
  return (what, count) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    say(`${count} ${what} …`);
  };
}
