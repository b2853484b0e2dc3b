import { systemContext } from '../bus/system-context.js';
import { StreamRecords } from '../closed-streams/records.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import { canonicalBytes, canonicalJson } from '../platform/crypto/canonical-json.js';
import { derivedId } from '../platform/crypto/ids.js';
import { sha256Hex } from '../platform/crypto/sha256.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import type { Clock } from '../platform/time/clock.js';
import type {
  PastRepairs,
  RepairRecords,
  StreamEnded,
  StreamRestored,
} from '../proof/repair/repair-records.js';
import type { Choice } from '../trust-stream/records.state.js';
import type { RecordEnded, RecordRestored } from '../trust-stream/records.commands.js';
import { REMOVED_MAX } from '../trust-stream/rules/bounds.js';

export interface TrustRepairRecordsParts {
  readonly commands: Pick<CommandRunner, 'run' | 'lastTrusted'>;
  readonly clock: Clock;
}

/** Records repairs in the trust stream that each affected stream has. */
export class TrustRepairRecords implements RepairRecords {
  private readonly records: StreamRecords;

  constructor(private readonly parts: TrustRepairRecordsParts) {
    this.records = new StreamRecords(parts.commands);
  }

  /** @throws OperatorError if the records are closed: the end of the stream, or a choice, may be in them */
  async past(stream: string): Promise<PastRepairs> {
    const { choices, ended } = await requiringRecords(() => this.records.readWhole(stream));
    return {
      chosen: choicesIn(choices),
      ended:
        ended === null ? undefined : { stream, last: ended.last, fault: ended.fault, reason: ended.reason },
    };
  }

  /** The record lists the first events that were taken out, because somebody may have inserted very many. */
  restored(record: StreamRestored): Promise<void> {
    const left = record.removed.slice(REMOVED_MAX);
    const digest = sha256Hex(canonicalBytes(left));
    return this.record({
      type: 'RecordRestored',
      ...record,
      removed: record.removed.slice(0, REMOVED_MAX),
      removedMore: left.length === 0 ? null : { count: left.length, digest },
    });
  }

  ended(record: StreamEnded): Promise<void> {
    return this.record({ type: 'RecordEnded', ...record });
  }

  /** The id follows from the record, so that a repeated record is not written twice. */
  private async record(command: RecordRestored | RecordEnded): Promise<void> {
    const id = derivedId('repair', canonicalJson(command));
    const context = { ...systemContext(this.parts.clock, id), actor: 'admin' } as const;
    await requiringRecords(() => this.records.run(command.stream, command, context));
  }
}

/** @throws OperatorError instead of StreamUntrusted */
async function requiringRecords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StreamUntrusted)) throw error;
    const { stream } = error;
    throw new OperatorError(
      `The stream ${stream}, in which repairs are recorded, is itself not authenticated. Repair it first: siegel log:repair ${stream}`,
      { cause: error },
    );
  }
}

function choicesIn(choices: readonly Choice[]): PastRepairs['chosen'] {
  const found = new Map<string, Set<string>>();
  for (const { chosen, over } of choices)
    found.set(chosen.hash, new Set([...(found.get(chosen.hash) ?? []), ...over]));
  return found;
}
