import { reactions } from '../../app/background-work.js';
import { missingKeysWarning, refuseWithoutKeys } from '../../erasure/missing-keys.js';
import { openStoredLog } from '../../app/open-event-store.js';
import { projectionNames } from '../../app/projections.js';
import { STREAM_PREFIXES } from '../../app/streams.js';
import {
  EventStoreMoved,
  type InspectedLog,
  type Position,
} from '../../eventsourcing/event-store/event-store.js';
import { storeInUse } from '../../eventsourcing/event-store/in-use/store-in-use.js';
import { parseCore, parseMetadata } from '../../eventsourcing/journal/event-encoding.js';
import { LAG_MAX_MS } from '../../eventsourcing/projections/health-problem.js';
import { FAULT_MAX_MS } from '../../eventsourcing/reactions/health-problem.js';
import { reactionCheckpoint } from '../../eventsourcing/reactions/runner.js';
import { readCheckpoints, verifyCheckpoints } from '../../eventsourcing/subscriptions/checkpoints.js';
import { NDA_STREAM_PREFIX } from '../../nda/nda.events.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { CHECKPOINTER } from '../../proof/checkpointer-name.js';
import { newestSubjects } from '../../vault/key-table.js';
import { countMissingKeysReadOnly } from '../../vault/missing-keys.js';
import { type Check, fault, ok, type CheckResult, warning } from './check.js';
import { answerMs, type Context, type Connections } from './context.js';
import { logTrustChecks } from './log-trust-check.js';
import { logPassCheck, witnessesCheck } from './pass-check.js';
import { tamperingCheck } from './tampering-check.js';

/** Number of keys, newest first, for which the check looks for events in the log. */
const KEYS_LOOKED_AT = 50;

const REACH =
  'Check that the event store named in EVENT_STORE_URL is running, and that host, user name, password and certificate are right.';
const RESTORE = 'See docs/operations/backup.md.';
const COMPARE = 'Set EVENT_STORE_URL to the value that the backends use.';

async function checkStore(context: Context, connections: Connections): Promise<CheckResult> {
  const { config, database } = context;
  const { eventStoreUrl: url, eventStorePrefix: prefix } = config;
  const databaseUrl = 'url' in database ? database.url : '';
  const within = answerMs(context);
  const limits = { connectWithinMs: within, answerWithinMs: within, cut: connections.cut };
  const log = await openStoredLog({ url, databaseUrl, prefix, ...limits }, silentLogger);
  await connections.keepLog(log);
  await log.head();
  return ok(url === undefined ? 'The log is in PostgreSQL, and can be read.' : `${log.server} answers.`);
}

async function checkStoreInUse({ pool, log }: Connections): Promise<CheckResult> {
  const [known, found] = await Promise.all([storeInUse(pool), log.storeId()]);
  if (known === undefined)
    return warning(
      'The database does not name its event store yet, because no backend has written to an event store.',
      'Start a backend: it records the event store that it uses.',
    );
  if (known.moving)
    return fault(
      'A move of the log to another event store was not completed.',
      'Run siegel events:copy again, or start the backends with the old event store, from which the log was to be moved.',
    );
  if (found === undefined)
    return fault(
      'The configured event store contains no Siegel log; the backends that use this database write to another event store.',
      COMPARE,
    );
  if (known.storeId !== found) return fault(new EventStoreMoved().message, COMPARE);
  return ok('The backends that use this database write to the configured event store.');
}

const storeOf = (log: InspectedLog) => ({
  storeId: async () => (await log.storeId()) ?? '',
  holds: (position: Position) => log.holds(position),
});

/**
 * Takes the agreements with the newest keys, and returns how many of these agreements have no event in the
 * log.
 */
async function keysWithoutStreams({ pool, log }: Connections): Promise<number> {
  const subjects = await newestSubjects(pool, NDA_STREAM_PREFIX, KEYS_LOOKED_AT);
  const streams = await Promise.all(subjects.map((subject) => log.readStream(subject, { limit: 1 })));
  return streams.filter((events) => events.length === 0).length;
}

async function checkKeys({ config }: Context, connections: Connections): Promise<CheckResult> {
  const { pool, log } = connections;
  if (!config.withoutKeys) await refuseWithoutKeys(pool, log);
  const said = missingKeysWarning(await countMissingKeysReadOnly(pool));
  if (said !== undefined) return warning(said, RESTORE);
  const orphans = await keysWithoutStreams(connections);
  if (orphans === 0)
    return ok('No key of the log is missing, and the log has events for each of the newest keys.');
  return warning(
    `${orphans} of the newest ${KEYS_LOOKED_AT} keys have no events: the event store was restored to an older state, or the first appends to the streams of these keys failed.`,
    RESTORE,
  );
}

/**
 * Returns the age, in milliseconds, of this service's first event after the position `after`; 0 if there is
 * no such event.
 */
async function lagMs(log: InspectedLog, after: Position | undefined, now: number): Promise<number> {
  for await (const { events } of log.readAll({ after, streamPrefixes: STREAM_PREFIXES, batchSize: 1 })) {
    const [event] = events;
    if (event !== undefined) return now - Date.parse(parseCore(event, parseMetadata(event).core).at);
  }
  return 0;
}

/** Every reader of the log, with the milliseconds by which the reader may be behind the log. */
const readers: readonly { readonly name: string; readonly mostMs: number; readonly isReadModel: boolean }[] =
  [
    ...projectionNames.map((name) => ({ name, mostMs: LAG_MAX_MS, isReadModel: true })),
    ...[...reactions.map(({ name }) => reactionCheckpoint(name)), CHECKPOINTER].map((name) => ({
      name,
      mostMs: FAULT_MAX_MS,
      isReadModel: false,
    })),
  ];

async function checkLag({ clock }: Context, { pool, log }: Connections): Promise<CheckResult> {
  const [head, checkpoints] = await Promise.all([log.head(), readCheckpoints(pool)]);
  const places = new Map(checkpoints.map(({ name, position }) => [name, position]));
  const behind: { readonly isReadModel: boolean; readonly says: string }[] = [];
  for (const { name, mostMs, isReadModel } of readers) {
    const place = places.get(name);
    const lag = place === head ? 0 : await lagMs(log, place, clock.now().getTime());
    if (lag > mostMs)
      behind.push({ isReadModel, says: `${name} (${Math.round(lag / 1000)} s, limit ${mostMs / 1000} s)` });
  }
  if (behind.length === 0)
    return ok('All projections, all reactions and the checkpointer have read the log to its end.');
  const says = `These parts of the service are behind the event log: ${behind.map((one) => one.says).join(', ')}.`;
  const todo = 'Search the log lines of the backends for the names of these parts.';
  return behind.some((one) => one.isReadModel) ? fault(says, todo) : warning(says, todo);
}

/**
 * Returns the checks of the event store, and the checks that show whether the event store and the database
 * belong together.
 */
export const logChecks = (context: Context, connections: Connections): readonly Check[] => [
  {
    name: 'event store',
    needs: context.config.eventStoreUrl === undefined ? ['tables'] : ['event store certificate'],
    todo: REACH,
    run: () => checkStore(context, connections),
  },
  {
    name: 'store in use',
    needs: ['tables', 'event store'],
    todo: REACH,
    run: () => checkStoreInUse(connections),
  },
  {
    name: 'checkpoints',
    needs: ['store in use'],
    todo: 'Run siegel projections:rebuild, or restore database and event store to the same moment.',
    run: async () => {
      await verifyCheckpoints(connections.pool, storeOf(connections.log));
      return ok('No read model, reaction or checkpointer has a place past the end of the log.');
    },
  },
  { name: 'keys', needs: ['store in use'], todo: RESTORE, run: () => checkKeys(context, connections) },
  ...logTrustChecks(context, connections),
  tamperingCheck(context, connections),
  logPassCheck(context, connections),
  witnessesCheck,
  {
    name: 'projections',
    needs: ['checkpoints', 'backends'],
    todo: REACH,
    run: () => checkLag(context, connections),
  },
];
