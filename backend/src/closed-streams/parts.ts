import type { CommandRunner, Decider, LoadedState } from '../eventsourcing/commands/command-runner.js';
import { wasWritten } from '../eventsourcing/trust/authenticate.js';
import type { NewEvent } from '../eventsourcing/journal/event.js';
import type { PlaceOfStream } from '../trust-stream/place.events.js';
import type { BegunPart } from '../trust-stream/records.state.js';
import { partNumberOf } from '../trust-stream/trust.events.js';

/**
 * Upper limit on the parts that are read, so that somebody's rows cannot keep a reader busy forever. No part
 * behind it is begun, because nobody would read it.
 */
export const PARTS_MAX = 1_000;

/** A stream that continues in numbered parts, because each part may be closed. */
export interface Series<State, Command, Event extends NewEvent> {
  readonly decider: Decider<State, Command, Event>;
  /** Returns the name of a part, which is also its id. @param part counted from 1 */
  readonly nameOf: (part: number) => string;
}

export interface Part<State, Event extends NewEvent> {
  readonly part: number;
  readonly name: string;
  readonly loaded: LoadedState<State, Event>;
}

/**
 * Returns the parts of which any event is stored, or was, in their order. The last one may have no event that
 * counts. A part that nothing knows is passed over if the next one is there: somebody emptied it.
 */
export async function partsOf<State, Command, Event extends NewEvent>(
  commands: Pick<CommandRunner, 'lastTrusted'>,
  { decider, nameOf }: Series<State, Command, Event>,
): Promise<readonly Part<State, Event>[]> {
  const parts: Part<State, Event>[] = [];
  for (let part = 1; part <= PARTS_MAX; part += 1) {
    const name = nameOf(part);
    const loaded = await commands.lastTrusted(decider, name);
    if (loaded.revision >= 0 || loaded.untrusted !== undefined) parts.push({ part, name, loaded });
    else if ((parts.at(-1)?.part ?? 0) < part - 1) return parts;
  }
  return parts;
}

/**
 * Returns the part into which new events go: the last one that this service began. Such a part has an event that
 * counts, or the tree shows that it had one. Undefined if there is no such part.
 */
export const currentOf = <State, Event extends NewEvent>(
  parts: readonly Part<State, Event>[],
): Part<State, Event> | undefined =>
  parts.findLast(({ loaded: { revision, untrusted } }) => revision >= 0 || wasWritten(untrusted));

/**
 * True if the event that a part names as the last one before it still counts. Otherwise somebody cut off or
 * altered events that counted when the part was begun.
 */
export const isBefore = <State, Event extends NewEvent>(
  parts: readonly Part<State, Event>[],
  before: PlaceOfStream | null,
): boolean =>
  before === null ||
  parts.find(({ name }) => name === before.stream)?.loaded.events[before.revision]?.hash === before.hash;

/**
 * True if a place of a part is behind the last event that counted when a later part was begun.
 * @param begun the further parts of the series that count
 */
export function isBehindParts(begun: readonly BegunPart[], name: string, revision: number): boolean {
  const own = partNumberOf(name) ?? 0;
  return begun.some(({ part, before }) => {
    if (part <= own || before === null) return part > own;
    const last = partNumberOf(before.stream) ?? 0;
    return last < own || (last === own && revision > before.revision);
  });
}
