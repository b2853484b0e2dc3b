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
import { currentOf, type Part, PARTS_MAX, partsOf } from './parts.js';

export interface BeginPartParts {
  readonly commands: Pick<CommandRunner, 'run' | 'lastTrusted'>;
  readonly clock: Clock;
  /** The log's identity. It is recorded if no part of the log's own stream counts any more. */
  readonly log: string;
  readonly origin: string;
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
}

/**
 * Begins the next part of a trust stream whose part is closed (`siegel log:repair <stream> --begin-part`).
 * @param stream any part of the trust stream, as in `trust-1` and `trust-of-nda-<id>`
 * @throws OperatorError if the stream is no trust stream, does not exist, or is open
 */
export async function beginPart(parts: BeginPartParts, stream: string, reason: string): Promise<BegunPart> {
  const { commands, clock } = parts;
  const context = { ...systemContext(clock, newId()), actor: 'admin' } as const;
  if (logPartOf(stream) !== undefined) {
    const known = await partsOf(commands, { decider: logDecider, nameOf: logStream });
    const { part, before } = nextOf(stream, known);
    const first = known.map(({ loaded }) => loaded.state.begun).find((one) => one !== null);
    const { log, origin } = first ?? parts;
    const command = { type: 'BeginLog', log, origin, part, before, reason } as const;
    await commands.run(logDecider, logStream(part), command, context);
    return begun(logStream, part);
  }
  const about = recordsPartOf(stream)?.stream;
  if (about === undefined)
    throw new OperatorError(
      `${stream} is no trust stream, so it has no parts. The names of trust streams begin with trust-.`,
    );
  const nameOf = (part: number): string => recordsStream(about, part);
  const next = nextOf(stream, await partsOf(commands, { decider: recordsDecider, nameOf }));
  await commands.run(recordsDecider, nameOf(next.part), { type: 'BeginPart', ...next, reason }, context);
  return begun(nameOf, next.part);
}

const begun = (nameOf: (part: number) => string, part: number): BegunPart => ({
  name: nameOf(part),
  before: Array.from({ length: part - 1 }, (_, n) => nameOf(n + 1)),
});

/** @throws OperatorError */
function nextOf<State, Event extends NewEvent>(stream: string, known: readonly Part<State, Event>[]): Next {
  const [last, current] = [known.at(-1), currentOf(known)];
  if (last === undefined) throw new OperatorError(`There is no stream ${stream}. Nothing was changed.`);
  if (current !== undefined && current.loaded.untrusted === undefined)
    throw new OperatorError(`${current.name} is open, so it needs no further part. Nothing was changed.`);
  if (last.part >= PARTS_MAX)
    throw new OperatorError(
      `${last.name} is the last of ${PARTS_MAX} parts, and no more are read. Nothing was changed. Parts that somebody inserted can be taken out: siegel log:repair ${last.name}, and the same for the parts before it.`,
    );
  const { revision = -1, hash = '' } = current?.loaded.head ?? {};
  return {
    part: last.part + 1,
    before: current === undefined ? null : { stream: current.name, revision, hash },
  };
}
