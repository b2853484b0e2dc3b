import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { NDA_STREAM_PREFIX, ndaIdOf } from '../nda/nda.events.js';
import { pause } from '../platform/async/pause.js';
import type { OpenReport } from '../trust-stream/records.state.js';
import { StreamRecords } from './records.js';
import type { TrustRecords } from './trust-records.js';

/** Stable code for something that is owed in a stream that the operator ended. */
export const STREAM_ENDED = 'stream_ended';

/** Longest wait for the follower of the records, in milliseconds. */
const WAIT_MS = 2_000;
const STEP_MS = 10;

/**
 * A kept report of an ended stream, as an obligation. It has no amount, because nobody knows what the events
 * said that are lost.
 */
export interface EndedReport {
  /** Id of the event that kept the report. */
  readonly id: string;
  readonly kind: 'refund' | 'chargeback' | 'dispute';
  readonly ndaId: string;
  readonly party: 1 | 2;
  /** Id of the payment at the provider; null for a dispute of a party. */
  readonly reference: string | null;
  readonly since: string;
}

type Names = Readonly<Record<string, true>>;

/**
 * Facts about ended streams, from the records, for queries that read rows. The names are members of objects,
 * because the database finds these fast.
 */
export interface EndedFacts {
  readonly ended: Names;
  /** Ended streams whose key is destroyed. */
  readonly withoutKey: Names;
  /** Ids of obligations of ended streams that a person closed. */
  readonly over: Names;
  readonly reports: readonly EndedReport[];
}

export const NOTHING_ENDED: EndedFacts = { ended: {}, withoutKey: {}, over: {}, reports: [] };

const namesOf = (names: readonly string[]): Names => Object.fromEntries(names.map((name) => [name, true]));

/** Returns what the records say about all ended streams. */
export function endedFacts(records: Pick<TrustRecords, 'ended' | 'endedWithReports'>): EndedFacts {
  const all = records.ended();
  return {
    ended: namesOf(all.map(([stream]) => stream)),
    withoutKey: namesOf(
      all.flatMap(([stream, { keyDestroyedAt }]) => (keyDestroyedAt === null ? [] : [stream])),
    ),
    over: namesOf(all.flatMap(([, { over }]) => over)),
    reports: records.endedWithReports().flatMap(({ stream, open }) => reportsOf(stream, open)),
  };
}

/** Returns the disputes, and of each payment the newest report, if money is left that may have to go back. */
function reportsOf(stream: string, open: readonly OpenReport[]): readonly EndedReport[] {
  if (!stream.startsWith(NDA_STREAM_PREFIX)) return [];
  const ndaId = ndaIdOf(stream);
  const found = new Map<string, EndedReport | undefined>();
  for (const { eventId: id, at: since, report } of open) {
    if (report.kind === 'dispute') {
      const { party } = report.facts;
      found.set(`party ${party}`, { id, kind: 'dispute', ndaId, party, reference: null, since });
    }
    if (report.kind !== 'payment') continue;
    const { paymentIntentId: reference, party, status, amount, refunded, chargeback } = report.facts;
    const kind = chargeback?.state === 'opened' ? 'chargeback' : 'refund';
    const back = refunded + (chargeback?.state === 'lost' ? chargeback.amount : 0);
    const isLeft = status === 'succeeded' && back < amount;
    found.set(reference, isLeft ? { id, kind, ndaId, party, reference, since } : undefined);
  }
  return [...found.values()].filter((one) => one !== undefined);
}

export interface EndedObligationsParts {
  readonly records: Pick<TrustRecords, 'isEnded' | 'ended' | 'endedWithReports'>;
  readonly commands: Pick<CommandRunner, 'run' | 'lastTrusted'>;
}

/**
 * Obligations in streams that the operator ended. Nothing can be recorded there, so the records about a stream
 * have the word of the person who dealt with an obligation (rule:ended-streams-owe-until-a-word).
 */
export class EndedObligations {
  private readonly streams: StreamRecords;

  constructor(private readonly parts: EndedObligationsParts) {
    this.streams = new StreamRecords(parts.commands);
  }

  isEnded(stream: string): boolean {
    return this.parts.records.isEnded(stream);
  }

  facts(): EndedFacts {
    return endedFacts(this.parts.records);
  }

  /**
   * Records that a person has dealt with an obligation of an ended stream. Resolves once this process knows it, or
   * when the wait times out.
   * @param about id of the event that opened the obligation
   * @throws RuleBroken not_found if the stream is not ended; StreamUntrusted if its records are closed
   */
  async close(stream: string, about: string, context: CommandContext): Promise<void> {
    await this.streams.run(stream, { type: 'CloseEndedObligation', stream, about }, context);
    for (let waited = 0; waited < WAIT_MS && !Object.hasOwn(this.facts().over, about); waited += STEP_MS)
      await pause(STEP_MS);
  }
}
