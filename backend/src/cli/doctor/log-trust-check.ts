import type { Pool } from 'pg';
import type { AppendSecret } from '../../app/append-secret.js';
import { logTrustOf } from '../../app/log-trust.js';
import { LOSS_REMEDY, lossLines } from '../../app/lost-events.js';
import { NoAppendKey } from '../../app/no-append-key.js';
import { knownAdoptions, OUTDATED_REMEDY, outdatedText } from '../../app/outdated-adoption.js';
import { REVIVED_REMEDY, retiredEarlier, revivedKeys, revivedText } from '../../app/retired-keys.js';
import { isOwnStream, STREAM_PREFIXES } from '../../app/streams.js';
import { acceptedIn } from '../../closed-streams/accepted-findings.js';
import { storedRecords } from '../../closed-streams/stored-records.js';
import { acceptedBy } from '../../eventsourcing/trust/adoption.js';
import { ClosedStreams } from '../../eventsourcing/trust/closed-streams.js';
import { TrustedReader } from '../../eventsourcing/trust/trusted-log.js';
import { finding, keysOfUnauthenticatedLog, remedy } from '../../app/unauthenticated-log.js';
import { endOf } from '../../eventsourcing/event-store/end-of.js';
import type { EventStore, InspectedLog, StreamEnd } from '../../eventsourcing/event-store/event-store.js';
import { Authenticator } from '../../eventsourcing/trust/authenticate.js';
import { forEachConcurrently } from '../../platform/async/for-each-concurrently.js';
import { createKeyedHash } from '../../platform/crypto/keyed-hash.js';
import { AdoptedLeaves } from '../../proof/adopted-leaves.js';
import { lossesOf } from '../../proof/compare-with-kept.js';
import { adoptionInUse, isOutdated } from '../../proof/adoption-in-use.js';
import { newestKept } from '../../proof/kept-checkpoint.js';
import { FilledAgain } from '../../proof/filled-again.js';
import { hasTree } from '../../proof/stored-tree.js';
import { TreeSeals } from '../../proof/tree-seals.js';
import { ownKeyFinder } from '../../vault/own-keys.js';
import { publicKeyOf } from '../../vault/receipts.js';
import { type Check, type CheckResult, fault, notTried, ok } from './check.js';
import type { Connections, Context } from './context.js';
import { LOG_KEYS, NO_LOG } from './trusted-reader.js';

/** Number of streams whose ends are read at once. */
const AT_ONCE = 10;

type KnownSecrets = Pick<Context['secrets'], 'appendKeys' | 'logAdopted' | 'checkpointKeys' | 'indexKey'>;

/** Reads the end of each stream with a call of its own, because an inspected log has no call for many. */
const inspected = (log: InspectedLog): Pick<EventStore, 'ends' | 'readAll'> => ({
  readAll: (options) => log.readAll(options),
  ends: async (streams) => {
    const found = new Map<string, StreamEnd>();
    await forEachConcurrently(streams, AT_ONCE, async (stream) => {
      const [last] = await log.readStream(stream, { direction: 'backwards', limit: 1 });
      if (last !== undefined) found.set(stream, endOf(last));
    });
    return found;
  },
});

interface Looking {
  readonly pool: Pool;
  readonly log: InspectedLog;
}

/** The folders in which backends keep what the database cannot vouch for. */
interface Folders {
  readonly dataDir?: string | undefined;
  readonly lists?: string | undefined;
}

/** The authenticator of the log. @throws AdoptionInvalid, NewestKeyRetired */
async function authenticatorOf(
  pool: Pool,
  appendKeys: AppendSecret,
  { logAdopted }: Pick<KnownSecrets, 'logAdopted'>,
) {
  const { keys, adoption } = logTrustOf(appendKeys, logAdopted);
  const adopted =
    adoption !== undefined && (await hasTree(pool)) ? new AdoptedLeaves(pool, adoption) : undefined;
  return { keys, adoption, authenticator: new Authenticator(keys, adopted) };
}

/**
 * Finds out whether the keys of this configuration belong to the log (rule:log-is-adopted). Without them no other
 * check can say anything about the log.
 * @throws AdoptionInvalid, NewestKeyRetired
 */
export async function checkLogKeys(
  { pool, log }: Looking,
  { appendKeys, logAdopted }: KnownSecrets,
  { dataDir, lists }: Folders = {},
): Promise<CheckResult> {
  if (appendKeys === undefined) {
    const [any] = await log.newest({ streamPrefixes: STREAM_PREFIXES, limit: 1 });
    if (any === undefined) return ok('The log has no event yet. The first start makes its APPEND_KEY.');
    const [says = '', ...todo] = new NoAppendKey().message.split('\n');
    return fault(says, todo.join(' '));
  }
  const { keys, adoption, authenticator } = await authenticatorOf(pool, appendKeys, { logAdopted });
  // Another check reports a folder that cannot be read.
  const earlier = await retiredEarlier(dataDir, lists).catch(() => retiredEarlier(dataDir));
  const revived = revivedKeys(keys, adoption?.retired ?? [], earlier);
  if (revived.length > 0) return fault(revivedText(revived), REVIVED_REMEDY);
  const by = { pool, log: keys.log, dataDir };
  const known = await knownAdoptions({ ...by, lists }).catch(() => knownAdoptions(by));
  const inUse = adoptionInUse(logAdopted, adoption);
  if (isOutdated(inUse, known)) return fault(outdatedText(inUse), OUTDATED_REMEDY);
  const carried = await keysOfUnauthenticatedLog({ store: log, authenticator });
  if (carried !== undefined) return fault(finding(carried, keys.names), remedy(carried));
  return ok(`The keys in APPEND_KEY (${keys.names.join(', ')}) belong to the log.`);
}

/**
 * Finds out whether a start would refuse the log because events are lost (rule:losses-are-accepted-by-name).
 * @throws AdoptionInvalid, NewestKeyRetired
 */
export async function checkLogEnd(
  { pool, log }: Looking,
  { appendKeys, logAdopted, checkpointKeys, indexKey }: KnownSecrets,
  { dataDir, lists }: Folders = {},
): Promise<CheckResult> {
  if (appendKeys === undefined || !(await hasTree(pool))) return notTried(NO_LOG);
  const { keys, adoption, authenticator } = await authenticatorOf(pool, appendKeys, { logAdopted });
  const of = { log: keys.log, ...adoptionInUse(logAdopted, adoption) };
  const ownKey = ownKeyFinder(pool, checkpointKeys.map(publicKeyOf), createKeyedHash(indexKey));
  const reader = new TrustedReader({ store: log, authenticator, closed: new ClosedStreams(), isOwnStream });
  const records = await storedRecords(reader);
  const seals = new TreeSeals(keys);
  const refills = await FilledAgain.over(pool, seals.leaves, adoption?.accepted);
  const losses = await lossesOf({
    pool,
    store: inspected(log),
    log: reader,
    streamPrefixes: STREAM_PREFIXES,
    isOwnStream,
    receipts: { ownKey },
    adoption,
    isAccepted: acceptedIn(acceptedBy(adoption, refills), () => records),
    seals,
    // Another check reports a folder that cannot be read.
    kept: await newestKept(dataDir, lists, of).catch(() => newestKept(dataDir, undefined, of)),
  });
  if (losses !== undefined) return fault(lossLines(losses).join(' '), LOSS_REMEDY.join(' '));
  return ok('No event of the end of the log is lost.');
}

export const logTrustChecks = (
  { secrets, config: { dataDir }, lists }: Context,
  connections: Connections,
): readonly Check[] => [
  {
    name: LOG_KEYS,
    needs: ['store in use'],
    todo: 'See docs/operations/secrets.md.',
    run: () => checkLogKeys(connections, secrets, { dataDir, lists }),
  },
  {
    name: 'log',
    needs: [LOG_KEYS],
    todo: 'See docs/operations/repairing-a-stream.md and docs/operations/backup.md.',
    run: () => checkLogEnd(connections, secrets, { dataDir, lists }),
  },
];
