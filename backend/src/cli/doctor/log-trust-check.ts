import type { Pool } from 'pg';
import { logTrustOf } from '../../app/log-trust.js';
import { LOSS_REMEDY, lossLines } from '../../app/lost-events.js';
import { NoAppendKey } from '../../app/no-append-key.js';
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
import { adoptionOf, newestKept } from '../../proof/kept-checkpoint.js';
import { hasTree } from '../../proof/stored-tree.js';
import { TreeSeals } from '../../proof/tree-seals.js';
import { ownKeyFinder } from '../../vault/own-keys.js';
import { publicKeyOf } from '../../vault/receipts.js';
import { type Check, type CheckResult, fault, ok } from './check.js';
import type { Connections, Context } from './context.js';

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

/**
 * Finds out whether a start would refuse the log: because the keys of this configuration do not belong to it,
 * or because events are lost (rule:log-is-adopted, rule:losses-are-accepted-by-name).
 * @throws AdoptionInvalid, NewestKeyRetired
 */
export async function checkLogTrust(
  { pool, log }: { readonly pool: Pool; readonly log: InspectedLog },
  secrets: KnownSecrets,
  { dataDir, lists }: { readonly dataDir?: string | undefined; readonly lists?: string | undefined } = {},
): Promise<CheckResult> {
  const { appendKeys, logAdopted, checkpointKeys, indexKey } = secrets;
  if (appendKeys === undefined) {
    const [any] = await log.newest({ streamPrefixes: STREAM_PREFIXES, limit: 1 });
    if (any === undefined) return ok('The log has no event yet. The first start makes its APPEND_KEY.');
    const [says = '', ...todo] = new NoAppendKey().message.split('\n');
    return fault(says, todo.join(' '));
  }
  const { keys, adoption } = logTrustOf(appendKeys, logAdopted);
  const isTree = await hasTree(pool);
  const adopted = adoption !== undefined && isTree ? new AdoptedLeaves(pool, adoption) : undefined;
  const authenticator = new Authenticator(keys, adopted);
  const carried = await keysOfUnauthenticatedLog({ store: log, authenticator });
  if (carried !== undefined) return fault(finding(carried, keys.names), remedy(carried));
  const of = { log: keys.log, adopted: adoptionOf(logAdopted) };
  const ownKey = ownKeyFinder(pool, checkpointKeys.map(publicKeyOf), createKeyedHash(indexKey));
  const closed = new ClosedStreams();
  const reader = new TrustedReader({ store: log, authenticator, closed, isOwnStream });
  const records = await storedRecords(reader);
  const losses = isTree
    ? await lossesOf({
        pool,
        store: inspected(log),
        log: reader,
        streamPrefixes: STREAM_PREFIXES,
        isOwnStream,
        receipts: { ownKey },
        adoption,
        isAccepted: acceptedIn(acceptedBy(adoption), () => records),
        seals: new TreeSeals(keys),
        // Another check reports a folder that cannot be read.
        kept: await newestKept(dataDir, lists, of).catch(() => newestKept(dataDir, undefined, of)),
      })
    : undefined;
  if (losses !== undefined) return fault(lossLines(losses).join(' '), LOSS_REMEDY.join(' '));
  return ok(
    `The keys in APPEND_KEY (${keys.names.join(', ')}) belong to the log, and no event of its end is lost.`,
  );
}

export const logTrustCheck = ({ secrets, config, lists }: Context, connections: Connections): Check => ({
  name: 'log',
  needs: ['store in use'],
  todo: 'See docs/operations/secrets.md and docs/operations/backup.md.',
  run: () =>
    checkLogTrust({ pool: connections.pool, log: connections.log }, secrets, {
      dataDir: config.dataDir,
      lists,
    }),
});
