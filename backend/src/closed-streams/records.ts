import type { CommandResult, CommandRunner, LoadedState } from '../eventsourcing/commands/command-runner.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { requireTrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { RecordsCommand } from '../trust-stream/records.commands.js';
import { recordsDecider } from '../trust-stream/records.decider.js';
import type { RecordsState } from '../trust-stream/records.state.js';
import { type RecordsEvent, recordsStream } from '../trust-stream/trust.events.js';
import { currentOf, type Part, partsOf } from './parts.js';

type RecordsPart = Part<RecordsState, RecordsEvent>;

/** Reads and writes the records about single streams. */
export class StreamRecords {
  constructor(private readonly commands: Pick<CommandRunner, 'run' | 'lastTrusted'>) {}

  /** Returns what all parts of the records about a stream say together, as far as they count. */
  async read(stream: string): Promise<RecordsState> {
    return together(await this.parts(stream));
  }

  /**
   * Works like `read`, for a decision that a record forbids. The newest part must count as a whole, because such a
   * record may be in the events that do not count.
   * @throws StreamUntrusted
   */
  async readWhole(stream: string): Promise<RecordsState> {
    const parts = await this.parts(stream);
    requireCurrent(parts);
    return together(parts);
  }

  /**
   * Runs a command on the newest part of the records about a stream.
   * @throws StreamUntrusted if that part itself is closed; RuleBroken
   */
  async run(
    stream: string,
    command: RecordsCommand,
    context: CommandContext,
  ): Promise<CommandResult<RecordsState, RecordsEvent>> {
    const current = requireCurrent(await this.parts(stream));
    const after: LoadedState<RecordsState, RecordsEvent> | undefined = current?.loaded;
    const name = current?.name ?? recordsStream(stream);
    return this.commands.run(recordsDecider, name, command, context, { after });
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

const together = (parts: readonly RecordsPart[]): RecordsState =>
  parts
    .flatMap(({ loaded }) => loaded.events)
    .reduce<RecordsState>(
      (state, event) => (event.unknown ? state : recordsDecider.evolve(state, event)),
      recordsDecider.initial,
    );
