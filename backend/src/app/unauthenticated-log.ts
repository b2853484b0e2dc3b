import type { EventStore, UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import { type AppendKeys, keyNameOf } from '../eventsourcing/trust/append-keys.js';
import { isKeyName } from '../eventsourcing/trust/place-names.js';
import type { Authenticator } from '../eventsourcing/trust/authenticate.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { isOwnStream, STREAM_PREFIXES } from './streams.js';

/** Number of newest events of which a start must authenticate at least one. */
const NEWEST = 1000;
/** Number of newest events that are read first. Usually the first of them is authenticated. */
const READ_FIRST = 10;
/** Maximum number of keys that a message names. */
const NAMED = 5;

export interface UnauthenticatedLogParts {
  readonly store: Pick<EventStore, 'newest'>;
  readonly authenticator: Pick<Authenticator, 'alone'>;
  readonly keys: Pick<AppendKeys, 'names'>;
}

/** The keys that the newest events of a log name, if none of these events is authenticated. */
export interface CarriedKeys {
  readonly events: number;
  /** Number of events that have no MAC. */
  readonly unmarked: number;
  /** Names of keys as the events carry them, each with the number of its events. */
  readonly names: ReadonlyMap<string, number>;
}

/** Thrown if this process can authenticate none of the newest events of the log. */
export class LogUnauthenticated extends OperatorError {
  constructor(carried: CarriedKeys, listed: readonly string[]) {
    super(`${finding(carried, listed)} The log was not changed.\n${remedy(carried)}`);
  }
}

/** Returns a sentence on the keys that the newest events carry, and those that this process has. */
export function finding({ events, unmarked, names }: CarriedKeys, listed: readonly string[]): string {
  const shown = [...names].slice(0, NAMED).map(([name, count]) => `${name} (${count})`);
  const more = names.size > NAMED ? ` and ${names.size - NAMED} more keys` : '';
  const carried = [
    ...(shown.length > 0 ? [`MACs of the keys ${shown.join(', ')}${more}`] : []),
    ...(unmarked > 0 ? [`no MAC (${unmarked})`] : []),
  ];
  const what = carried.length === 0 ? 'nothing that can be read' : carried.join(', or ');
  return `The keys in APPEND_KEY (${listed.join(', ')}) ${events === 1 ? 'do not authenticate the only event of the log. It carries' : `authenticate none of the newest ${events} events of the log. These events carry`} ${what}.`;
}

/** Returns advice for the operator. */
export const remedy = ({ names }: CarriedKeys): string =>
  names.size > 0
    ? 'Restore APPEND_KEY, and LOG_ADOPTED if there is one, from the newest copy of the secrets, or name the right event store and database. If a key is lost for good, see docs/operations/secrets.md.'
    : 'If the log is from a version without APPEND_KEY, adopt it with siegel log:adopt (docs/operations/upgrading.md). If it was adopted before, restore LOG_ADOPTED from the backup of the secrets.';

/**
 * Reads the newest events of the log. Returns undefined if one of them is authenticated, or if there are none.
 * A single event that somebody else wrote therefore stops no start.
 * @throws EventStoreUnavailable
 */
export async function keysOfUnauthenticatedLog({
  store,
  authenticator,
}: Pick<UnauthenticatedLogParts, 'store' | 'authenticator'>): Promise<CarriedKeys | undefined> {
  const own = async (limit: number): Promise<readonly UntrustedEvent[]> =>
    (await store.newest({ streamPrefixes: STREAM_PREFIXES, limit })).filter(({ stream }) =>
      isOwnStream(stream),
    );
  const names = new Map<string, number>();
  let [events, unmarked] = [0, 0];
  for (const limit of [READ_FIRST, NEWEST]) {
    names.clear();
    [events, unmarked] = [0, 0];
    for (const event of await own(limit)) {
      if (typeof (await authenticator.alone(event)) !== 'string') return undefined;
      events += 1;
      const mac: unknown = metadataOf(event)?.mac;
      if (mac === undefined) unmarked += 1;
      const name = typeof mac === 'string' ? keyNameOf(mac) : '';
      if (isKeyName(name)) names.set(name, (names.get(name) ?? 0) + 1);
    }
  }
  return events === 0 ? undefined : { events, unmarked, names };
}

/** @throws LogUnauthenticated if none of the newest events is authenticated */
export async function refuseUnauthenticatedLog(parts: UnauthenticatedLogParts): Promise<void> {
  const carried = await keysOfUnauthenticatedLog(parts);
  if (carried !== undefined) throw new LogUnauthenticated(carried, parts.keys.names);
}
