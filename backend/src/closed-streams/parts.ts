import type { CommandRunner, Decider, LoadedState } from '../eventsourcing/commands/command-runner.js';
import type { NewEvent } from '../eventsourcing/journal/event.js';

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

/** Returns the parts of which any event is stored, in their order. The last one may have no event that counts. */
export async function partsOf<State, Command, Event extends NewEvent>(
  commands: Pick<CommandRunner, 'lastTrusted'>,
  { decider, nameOf }: Series<State, Command, Event>,
): Promise<readonly Part<State, Event>[]> {
  const parts: Part<State, Event>[] = [];
  for (let part = 1; part <= PARTS_MAX; part += 1) {
    const name = nameOf(part);
    const loaded = await commands.lastTrusted(decider, name);
    if (loaded.revision < 0 && loaded.untrusted === undefined) return parts;
    parts.push({ part, name, loaded });
  }
  return parts;
}

/**
 * Returns the part into which new events go: the last one with an event that counts. A part without such an
 * event was not begun by this service. Undefined if there is no part with an event that counts.
 */
export const currentOf = <State, Event extends NewEvent>(
  parts: readonly Part<State, Event>[],
): Part<State, Event> | undefined => parts.findLast(({ loaded }) => loaded.revision >= 0);
