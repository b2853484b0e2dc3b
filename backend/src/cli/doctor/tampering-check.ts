import type { Pool } from 'pg';
import type { TrustedReader } from '../../eventsourcing/trust/trusted-log.js';
import { acceptedIn, knownIn } from '../../closed-streams/accepted-findings.js';
import { storedRecords } from '../../closed-streams/stored-records.js';
import { acceptedBy } from '../../eventsourcing/trust/adoption.js';
import { type Accepts, ACCEPTS_NOTHING } from '../../eventsourcing/trust/closed-streams.js';
import { FilledAgain } from '../../proof/filled-again.js';
import { type DoctorTrust, LOG_KEYS, NO_LOG, trustOf } from './trusted-reader.js';
import { firstWithoutEvent } from '../../proof/leaves-in-store.js';
import { LeafSeals, namelessPlaceOf } from '../../proof/leaf-seals.js';
import { type Leaf, type LeafNames, leavesBefore, strayPlace } from '../../proof/leaves.js';
import { isSignedBy, newestCheckpoint } from '../../proof/signed-checkpoints.js';
import { hasTree, PLACES_END } from '../../proof/stored-tree.js';
import {
  hasTampered,
  tamperedAfter,
  tamperedFigures,
  type TamperedPlace,
} from '../../proof/endless/tampered-streams.js';
import { newestDestroyed } from '../../vault/key-table.js';
import { createKeyedHash } from '../../platform/crypto/keyed-hash.js';
import { ownKeysIn } from '../../vault/own-keys.js';
import { publicKeyOf } from '../../vault/receipts.js';
import { type Check, fault, notTried, ok, type CheckResult } from './check.js';
import type { Context, Connections } from './context.js';

type Reader = Pick<TrustedReader, 'load' | 'single'>;
/** Decisions of the operator, by which a finding is none. */
export interface Decided {
  readonly accepts: Accepts;
  /** True if the operator called for the destruction of an ended stream's key. */
  readonly isKeyCalledFor: (stream: string) => boolean;
}

const NOTHING_DECIDED: Decided = { accepts: ACCEPTS_NOTHING, isKeyCalledFor: () => false };

type KnownKeys = Pick<Context['secrets'], 'checkpointKeys' | 'indexKey'>;

/**
 * The check compares the newest `LOOKED_AT` destroyed keys, and the newest `LEAVES_LOOKED_AT` leaves of the
 * log's Merkle tree, with the log.
 */
const LOOKED_AT = 50;
const LEAVES_LOOKED_AT = 200;

/** Number of streams that the check names. `siegel verify:log` names all of them. */
const NAMED = 5;

const WHAT_TO_DO =
  'Something other than Siegel wrote to the database, or part of it was restored to an older state. First copy the database, then see SiegelTamperingFound in docs/operations.md. docs/operations/repairing-a-stream.md leads to a stream that works again.';

/**
 * Matches event types, in any version, that call for the destruction of a key, or that record the
 * destruction.
 */
const CALLS_FOR_IT = /^(\w*Erased|VoucherDeleted|\w*KeyDestroyed|\w*KeyDestructionDue)\.v\d+$/;

/**
 * Returns the streams whose key was destroyed although no event in the stream calls for the destruction. A
 * stream without events proves nothing.
 */
async function destroyedWithoutEvent(
  pool: Pool,
  log: Reader,
  { isKeyCalledFor }: Pick<Decided, 'isKeyCalledFor'>,
): Promise<string[]> {
  const found: string[] = [];
  for (const subject of await newestDestroyed(pool, LOOKED_AT)) {
    if (isKeyCalledFor(subject)) continue;
    const { events } = await log.load(subject);
    if (events.length > 0 && !events.some(({ type }) => CALLS_FOR_IT.test(type))) found.push(subject);
  }
  return found;
}

/** Leaves out the stream that the row names if the service did not write it. */
async function leafWithoutEvent(
  pool: Pool,
  log: Reader,
  names: LeafNames,
  { accepts }: Pick<Decided, 'accepts'>,
): Promise<string | undefined> {
  const leaves = await leavesBefore(pool, PLACES_END, LEAVES_LOOKED_AT);
  const isAccepted = (leaf: Leaf): boolean => {
    const { stream, revision } = names.isNamed(leaf) ? leaf : namelessPlaceOf(leaf);
    return accepts(stream, revision, 'missing', leaf.eventHash);
  };
  const leaf = await firstWithoutEvent(
    log,
    leaves.filter((one) => !isAccepted(one)),
  );
  if (leaf === undefined) return undefined;
  return `Leaf ${leaf.place} of the log's tree${names.isNamed(leaf) ? ` (${leaf.stream}@${leaf.revision})` : ''}`;
}

/** Returns a text about a row at a place that no tree has. */
async function strayLeaf(pool: Pool): Promise<string | undefined> {
  const place = await strayPlace(pool);
  return place && `A row of log_leaves names place ${place}, which no tree has.`;
}

/**
 * Returns a description of the newest checkpoint if neither a key in CHECKPOINT_KEY nor a former key of this
 * service signed it (rule:own-keys-are-vouched).
 */
async function foreignCheckpoint(
  pool: Pool,
  { checkpointKeys, indexKey }: KnownKeys,
): Promise<string | undefined> {
  const newest = await newestCheckpoint(pool);
  if (newest === undefined) return undefined;
  const own = await ownKeysIn(pool, checkpointKeys.map(publicKeyOf), createKeyedHash(indexKey));
  const key = own.find(({ keyId }) => keyId === newest.keyId);
  return isSignedBy(newest, key) ? undefined : `the checkpoint of size ${newest.size}`;
}

/**
 * Returns texts about the streams in which the service found something broken. They name the first streams, and
 * the command that repairs them.
 */
async function tamperedStreams(pool: Pool): Promise<string[]> {
  if (!(await hasTampered(pool))) return [];
  const { streams, isTreeBroken } = await tamperedFigures(pool);
  const named = (await tamperedAfter(pool, '', NAMED)).map(placeText);
  const more = streams > named.length ? [`${streams - named.length} more streams are broken.`] : [];
  return [
    ...(isTreeBroken ? ["The log's tree, or a checkpoint of it, is not as the service wrote it."] : []),
    ...named,
    ...more,
  ];
}

const placeText = ({ stream, revision, detail }: TamperedPlace): string =>
  `${stream}@${revision} is broken: ${detail}. After copying everything, run siegel log:repair ${stream}.`;

/**
 * Finds rows that the service did not write, as far as such rows can be recognised from outside of the
 * service (rule:tampering-is-told).
 */
export async function checkTampering(
  pool: Pool,
  log: Reader,
  secrets: KnownKeys,
  names: LeafNames,
  decided: Decided = NOTHING_DECIDED,
): Promise<CheckResult> {
  const isTree = await hasTree(pool);
  const [streams, keys, leaf, stray, checkpoint] = await Promise.all([
    tamperedStreams(pool),
    destroyedWithoutEvent(pool, log, decided),
    isTree ? leafWithoutEvent(pool, log, names, decided) : undefined,
    isTree ? strayLeaf(pool) : undefined,
    foreignCheckpoint(pool, secrets),
  ]);
  const found = [
    ...streams,
    ...keys.map(
      (stream) => `The key of ${stream} is marked as destroyed, but no event calls for its destruction.`,
    ),
    ...(leaf === undefined
      ? []
      : [`${leaf} has no event that counts: its event is missing, or was altered.`]),
    ...(stray === undefined ? [] : [stray]),
    ...(checkpoint === undefined ? [] : [`No key in CHECKPOINT_KEY signed ${checkpoint}.`]),
  ];
  if (found.length > 0) return fault(found.join(' '), WHAT_TO_DO);
  return ok(
    'The service knows of no broken stream, each of the most recently destroyed keys has a matching erasure, each of the newest leaves of the tree has a matching event, and a known key signed the newest checkpoint.',
  );
}

/** Reads what the operator decided, from LOG_ADOPTED and from the records about closed streams. */
export async function decidedIn(
  { log, adoption }: Pick<DoctorTrust, 'log' | 'adoption'>,
  names: LeafNames,
  pool: Pool,
): Promise<Decided> {
  const records = await storedRecords(log);
  const accepted = (await hasTree(pool)) ? adoption?.accepted : [];
  const refills = await FilledAgain.over(pool, names, accepted);
  return {
    accepts: knownIn(
      acceptedIn(acceptedBy(adoption, refills), () => records),
      () => records,
    ),
    isKeyCalledFor: (stream) => records.isKeyCalledFor(stream),
  };
}

export const tamperingCheck = (context: Context, connections: Connections): Check => ({
  name: 'tampering',
  // With wrong secrets, everything looks as if others had written it.
  needs: ['secrets', LOG_KEYS],
  todo: WHAT_TO_DO,
  run: async () => {
    if (context.secrets.appendKeys === undefined) return notTried(NO_LOG);
    const { pool } = connections;
    const trust = trustOf(context, connections.log, pool);
    const names = new LeafSeals(trust.keys);
    return checkTampering(pool, trust.log, context.secrets, names, await decidedIn(trust, names, pool));
  },
});
