import { systemContext } from '../bus/system-context.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import type { NewEvent } from '../eventsourcing/journal/event.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { newId } from '../platform/crypto/ids.js';
import type { Clock } from '../platform/time/clock.js';
import { logDecider } from '../trust-stream/log.decider.js';
import type { PlaceOfStream } from '../trust-stream/place.events.js';
import { recordsDecider } from '../trust-stream/records.decider.js';
import { logPartOf, logStream, recordsPartOf, recordsStream } from '../trust-stream/trust.events.js';
import { currentOf, isBefore, type Part, PARTS_MAX, partsOf } from './parts.js';

export interface BeginPartParts {
  readonly commands: Pick<CommandRunner, 'run' | 'lastTrusted'>;
  readonly clock: Clock;
  /** The log's identity. It is recorded if no part of the log's own stream counts any more. */
  readonly log: string;
  /** The configured origin; undefined if none is configured. It is recorded in the same case. */
  readonly origin: string | undefined;
  /** The origin that a new log would have today. It only helps the operator to find the right one. */
  readonly originToday: string;
}

/** The number of a new part, and the last event that counts before it. */
interface Next {
  readonly part: number;
  readonly before: PlaceOfStream | null;
}

/** A part that was begun. */
export interface BegunPart {
  readonly name: string;
  /** The names of the parts before it. Jobs that wait for one of them can go on. */
  readonly before: readonly string[];
  /** The log and the origin that a part of the log's own stream names; undefined for any other part. */
  readonly names?: { readonly log: string; readonly origin: string };
}

/**
 * Begins the next part of a trust stream whose part is closed (`siegel log:repair <stream> --begin-part`).
 * @param stream any part of the trust stream, as in `trust-1` and `trust-of-nda-<id>`
 * @throws OperatorError if the stream is no trust stream, does not exist, or is open, or if nobody knows the origin
 */
export async function beginPart(parts: BeginPartParts, stream: string, reason: string): Promise<BegunPart> {
  const { commands, clock } = parts;
  const context = { ...systemContext(clock, newId()), actor: 'admin' } as const;
  if (logPartOf(stream) !== undefined) {
    const known = await partsOf(commands, { decider: logDecider, nameOf: logStream });
    const { part, before } = nextOf(stream, known, ({ begun: now }) => now?.before ?? null);
    const first = known.map(({ loaded }) => loaded.state.begun).find((one) => one !== null) ?? undefined;
    const names = first === undefined ? configuredNames(parts) : { log: first.log, origin: first.origin };
    const command = { type: 'BeginLog', ...names, part, before, reason } as const;
    await commands.run(logDecider, logStream(part), command, context);
    return { ...begun(logStream, part), names };
  }
  const about = recordsPartOf(stream)?.stream;
  if (about === undefined)
    throw new OperatorError(
      `${stream} is no trust stream, so it has no parts. The names of trust streams begin with trust-.`,
    );
  const nameOf = (part: number): string => recordsStream(about, part);
  const known = await partsOf(commands, { decider: recordsDecider, nameOf });
  const next = nextOf(stream, known, ({ before }) => before);
  await commands.run(recordsDecider, nameOf(next.part), { type: 'BeginPart', ...next, reason }, context);
  return begun(nameOf, next.part);
}

/**
 * Returns the names that are recorded if no part of the log's own stream counts. PUBLIC_URL may have changed since
 * the log began, so its host is no origin here.
 * @throws OperatorError
 */
function configuredNames({ log, origin, originToday }: BeginPartParts): NonNullable<BegunPart['names']> {
  if (origin !== undefined) return { log, origin };
  throw new OperatorError(
    `No part of the log's own stream counts, so the origin of the log is not known. Nothing was changed. Set LOG_ORIGIN to the origin that the log has had since its first start, and run the command again. If PUBLIC_URL never changed, it is ${originToday}.`,
  );
}

const begun = (nameOf: (part: number) => string, part: number): BegunPart => ({
  name: nameOf(part),
  before: Array.from({ length: part - 1 }, (_, n) => nameOf(n + 1)),
});

/**
 * A further part can also follow an open one, if events that counted when the open one was begun do not count
 * any more, and nobody can put them back.
 * @param beforeOf returns the last event that counted when a part was begun
 * @throws OperatorError
 */
function nextOf<State, Event extends NewEvent>(
  stream: string,
  known: readonly Part<State, Event>[],
  beforeOf: (state: State) => PlaceOfStream | null,
): Next {
  const [last, current] = [known.at(-1), currentOf(known)];
  if (last === undefined) throw new OperatorError(`There is no stream ${stream}. Nothing was changed.`);
  const isOpen = current !== undefined && current.loaded.untrusted === undefined;
  if (isOpen && isBefore(known, beforeOf(current.loaded.state)))
    throw new OperatorError(`${current.name} is open, so it needs no further part. Nothing was changed.`);
  if (last.part >= PARTS_MAX)
    throw new OperatorError(
      `${last.name} is the last of ${PARTS_MAX} parts, and no more are read. Nothing was changed. Parts that somebody inserted can be taken out: siegel log:repair ${last.name}, and the same for the parts before it.`,
    );
  const counted = known.findLast(({ loaded }) => loaded.revision >= 0);
  if (counted === undefined) return { part: last.part + 1, before: null };
  const { revision, hash } = counted.loaded.head;
  return { part: last.part + 1, before: { stream: counted.name, revision, hash } };
}
