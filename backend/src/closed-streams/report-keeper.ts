import { systemContext } from '../bus/system-context.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { derivedId, newId } from '../platform/crypto/ids.js';
import type { Logger } from '../platform/logging/logger.js';
import type { Clock } from '../platform/time/clock.js';
import type { KeptReport } from '../trust-stream/kept-report.events.js';
import type { OpenReport, RecordsState } from '../trust-stream/records.state.js';
import { isKnown } from '../trust-stream/rules/known-report.js';
import { StreamRecords } from './records.js';

/** `full`: the stream has as many kept reports of this kind as it may have, so this one was not kept. */
export type Keeping = 'kept' | 'known' | 'full';

export interface ReportKeeperParts {
  readonly commands: Pick<CommandRunner, 'run' | 'lastTrusted'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Keeps what has to be recorded in a stream that is closed: reports of providers, disputes, legal holds. They
 * go into the stream once it is open again (rule:reports-wait-for-the-repair).
 */
export class ReportKeeper {
  private readonly records: StreamRecords;

  constructor(private readonly parts: ReportKeeperParts) {
    this.records = new StreamRecords(parts.commands);
  }

  /** Returns the time of a kept dispute that is not in its agreement yet; null if there is none. */
  async disputedAt(stream: string, party: 1 | 2): Promise<string | null> {
    const { open } = await this.records.read(stream);
    const isOf = ({ report }: OpenReport): boolean =>
      report.kind === 'dispute' && report.facts.party === party;
    return open.find(isOf)?.at ?? null;
  }

  /**
   * Keeps a report. A report that waits already is not kept again.
   * @param stream the closed stream
   * @param identity what makes the report this one, for instance the provider's ids and amounts
   * @param context by default the context of the service itself
   * @throws StreamUntrusted if the records about the stream are closed too
   */
  async keep(
    stream: string,
    report: KeptReport,
    identity: readonly (string | number)[],
    context?: CommandContext,
  ): Promise<Keeping> {
    const { clock, logger } = this.parts;
    const key = derivedId('kept-report', stream, report.kind, ...identity);
    const command = { type: 'KeepReport', key, report } as const;
    const given = context ?? systemContext(clock, newId());
    const { events, state } = await this.records.run(stream, command, given);
    const keeping = events.length > 0 ? 'kept' : isKnown(state.open, key, report) ? 'known' : 'full';
    if (keeping === 'kept') logger.warn({ stream, kind: report.kind, key }, keptText(state));
    if (keeping === 'full')
      logger.error(
        { stream, kind: report.kind },
        'A report about a closed stream was not kept, because very many are kept already. After the repair, siegel payments:check finds payments that are not recorded.',
      );
    return keeping;
  }
}

const keptText = ({ ended }: Pick<RecordsState, 'ended'>): string =>
  ended === null
    ? 'A report about a closed stream was kept. It goes into the stream once siegel log:repair has opened it.'
    : 'A report came about a stream that the operator ended. The report was kept, and never goes into the stream. If it is about money, look at the payment at the provider.';
