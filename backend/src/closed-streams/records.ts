import { systemContext } from '../bus/system-context.js';
import type { CommandResult, CommandRunner, LoadedState } from '../eventsourcing/commands/command-runner.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { derivedId } from '../platform/crypto/ids.js';
import type { Clock } from '../platform/time/clock.js';
import { requireTrusted, StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import type { NoteReportAppended, RecordsCommand } from '../trust-stream/records.commands.js';
import { recordsDecider } from '../trust-stream/records.decider.js';
import type { OpenReport, RecordsState } from '../trust-stream/records.state.js';
import { type EndedKeyDestroyed, type RecordsEvent, recordsStream } from '../trust-stream/trust.events.js';
import { currentOf, isBefore, type Part, PARTS_MAX, partsOf } from './parts.js';

/** The records that all parts about a stream hold together, and how far each part was read. */
export interface ReadRecords {
  readonly state: RecordsState;
  /** Revision of the last event of each part, by the name of the part. */
  readonly ends: ReadonlyMap<string, number>;
}

/**
 * Returns what all parts of the records about a stream say together, for a caller that has no command runner.
 * @throws EventStoreUnavailable
 */
export async function recordsOf(
  { log, journal }: { readonly log: Pick<TrustedReader, 'load'>; readonly journal: Pick<Journal, 'decode'> },
  stream: string,
): Promise<ReadRecords> {
  const ends = new Map<string, number>();
  let isLastThere = true;
  let state = recordsDecider.initial;
  for (let part = 1; part <= PARTS_MAX; part += 1) {
    const name = recordsStream(stream, part);
    const { events, last, untrusted } = await log.load(name);
    const isThere = events.length > 0 || untrusted !== undefined;
    // As in `partsOf`: a part that somebody emptied hides no later one.
    if (!isThere && !isLastThere) break;
    isLastThere = isThere;
    if (isThere) ends.set(name, last.revision);
    for (const stored of events) {
      const event = journal.decode<RecordsEvent>(stored);
      if (!event.unknown) state = recordsDecider.evolve(state, event);
    }
  }
  return { state, ends };
}

type RecordsPart = Part<RecordsState, RecordsEvent>;

/** Reads and writes the records about single streams. */
export class StreamRecords {
  constructor(private readonly commands: Pick<CommandRunner, 'run' | 'lastTrusted'>) {}

  /** Returns what all parts of the records about a stream say together, as far as they count. */
  async read(stream: string): Promise<RecordsState> {
    return folded(await this.parts(stream), recordsDecider.initial);
  }

  /**
   * Works like `read`, for a decision that a record forbids. The newest part must count as a whole, and so must the
   * events that counted when it was begun, because such a record may be in the events that do not count.
   * @throws StreamUntrusted
   */
  async readWhole(stream: string): Promise<RecordsState> {
    const parts = await this.parts(stream);
    requireCurrent(parts);
    const state = folded(parts, recordsDecider.initial);
    const { before } = state;
    if (before !== null && !isBefore(parts, before))
      throw new StreamUntrusted(before.stream, { revision: before.revision, fault: 'missing' });
    return state;
  }

  /** Returns the receipt over the destruction of an ended stream's key; undefined if there is none. */
  async destructionOf(stream: string): Promise<EndedKeyDestroyed['open'] | undefined> {
    const events = (await this.parts(stream)).flatMap(({ loaded }) => loaded.events);
    const last = events.findLast((event) => !event.unknown && event.type === 'EndedKeyDestroyed');
    return last?.type === 'EndedKeyDestroyed' ? last.open : undefined;
  }

  /**
   * Runs a command on the newest part of the records about a stream. It is decided on what all parts say.
   * @throws StreamUntrusted if that part itself is closed; RuleBroken
   */
  async run(
    stream: string,
    command: RecordsCommand,
    context: CommandContext,
  ): Promise<CommandResult<RecordsState, RecordsEvent>> {
    const parts = await this.parts(stream);
    const current = requireCurrent(parts);
    if (current === undefined)
      return this.commands.run(recordsDecider, recordsStream(stream), command, context);
    const earlier = parts.filter(({ part }) => part < current.part);
    const initial = { ...folded(earlier, recordsDecider.initial), hasBegun: false };
    const after: LoadedState<RecordsState, RecordsEvent> = {
      ...current.loaded,
      state: folded([current], initial),
    };
    return this.commands.run({ ...recordsDecider, initial }, current.name, command, context, { after });
  }

  /** Records that a kept report is in its stream now, or that the stream refused it. A repeated call records nothing. */
  async noteAppended(
    stream: string,
    { eventId }: Pick<OpenReport, 'eventId'>,
    outcome: NoteReportAppended['outcome'],
    clock: Clock,
  ): Promise<void> {
    const id = derivedId('report-appended', eventId);
    const context = systemContext(clock, id, { causedBy: eventId });
    await this.run(stream, { type: 'NoteReportAppended', eventId, outcome }, context);
  }

  private parts(stream: string): Promise<readonly RecordsPart[]> {
    return partsOf(this.commands, {
      decider: recordsDecider,
      nameOf: (part) => recordsStream(stream, part),
    });
  }
}

/** Returns the part into which new events go; undefined if there is none. @throws StreamUntrusted if it is closed */
function requireCurrent(parts: readonly RecordsPart[]): RecordsPart | undefined {
  const current = currentOf(parts) ?? parts[0];
  if (current !== undefined) requireTrusted(current.loaded);
  return current;
}

const folded = (parts: readonly RecordsPart[], initial: RecordsState): RecordsState =>
  parts
    .flatMap(({ loaded }) => loaded.events)
    .reduce<RecordsState>(
      (state, event) => (event.unknown ? state : recordsDecider.evolve(state, event)),
      initial,
    );
