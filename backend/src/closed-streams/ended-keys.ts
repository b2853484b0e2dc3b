import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import type { CallForEndedKey, RecordEndedKeyDestroyed } from '../trust-stream/records.commands.js';
import { StreamRecords } from './records.js';

type Receipt = Omit<RecordEndedKeyDestroyed, 'type' | 'stream'>;

/**
 * Records what becomes of the keys of ended streams. Nothing can be recorded in an ended stream itself, so its
 * records in the trust stream have it (rule:ended-keys-go-by-a-word).
 */
export class EndedKeys {
  private readonly records: StreamRecords;

  /** @param dropJobs drops the parked jobs of a stream. Nothing can be done for a stream without its key. */
  constructor(
    commands: Pick<CommandRunner, 'run' | 'lastTrusted'>,
    readonly dropJobs: (stream: string) => Promise<void>,
  ) {
    this.records = new StreamRecords(commands);
  }

  /** @throws RuleBroken not_found, legal_hold; StreamUntrusted */
  async call(
    stream: string,
    what: Pick<CallForEndedKey, 'reason' | 'isHeld' | 'countedUntil'>,
    context: CommandContext,
  ): Promise<void> {
    await this.records.run(stream, { type: 'CallForEndedKey', stream, ...what, isAgain: false }, context);
  }

  /** Calls for the destruction again, because a restored log lacks that call. No legal hold bars it. */
  async callAgain(stream: string, context: CommandContext): Promise<void> {
    const reason = 'The list of erasures has the destruction of this key.';
    await this.records.run(
      stream,
      { type: 'CallForEndedKey', stream, reason, isHeld: false, countedUntil: null, isAgain: true },
      context,
    );
  }

  /** Drops the jobs before the record is written: until then, a backend repeats both. */
  async recordDestroyed(stream: string, receipt: Receipt, context: CommandContext): Promise<void> {
    await this.dropJobs(stream);
    await this.records.run(stream, { type: 'RecordEndedKeyDestroyed', stream, ...receipt }, context);
  }
}
