import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { NDA_STREAM_PREFIX, ndaIdOf } from '../nda/nda.events.js';
import { pause } from '../platform/async/pause.js';
import type { RecordsState } from '../trust-stream/records.state.js';
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
  /** The ids of the obligations that a person closed, by the ended stream that had them. */
  readonly over: Readonly<Record<string, Names>>;
  readonly reports: readonly EndedReport[];
}

export const NOTHING_ENDED: EndedFacts = { ended: {}, withoutKey: {}, over: {}, reports: [] };

const namesOf = (names: readonly string[]): Names => Object.fromEntries(names.map((name) => [name, true]));

/** Returns what the records say about all ended streams. */
export function endedFacts(records: Pick<TrustRecords, 'ended'>): EndedFacts {
  const all = records.ended();
  return {
    ended: namesOf(all.map(([stream]) => stream)),
    withoutKey: namesOf(
      all.flatMap(([stream, { keyDestroyedAt }]) => (keyDestroyedAt === null ? [] : [stream])),
    ),
    over: Object.fromEntries(
      all.flatMap(([stream, { over }]) => (over.length === 0 ? [] : [[stream, namesOf(over)]])),
    ),
    reports: all.flatMap(([stream, state]) => reportsOf(stream, state)),
  };
}

/**
 * Returns the disputes, and of each payment the newest report, if money is left that may have to go back. Once a
 * person has dealt with the newest report of a payment, the older ones say nothing any more.
 */
function reportsOf(
  stream: string,
  { open, over }: Pick<RecordsState, 'open' | 'over'>,
): readonly EndedReport[] {
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
  return [...found.values()].filter((one) => one !== undefined).filter(({ id }) => !over.includes(id));
}

export interface EndedObligationsParts {
  readonly records: Pick<TrustRecords, 'changes' | 'isEnded' | 'isOver' | 'ended'>;
  readonly commands: Pick<CommandRunner, 'run' | 'lastTrusted'>;
}

/**
 * Obligations in streams that the operator ended. Nothing can be recorded there, so the records about a stream
 * have the word of the person who dealt with an obligation (rule:ended-streams-owe-until-a-word).
 */
export class EndedObligations {
  private readonly streams: StreamRecords;
  /** The facts as they were after so many changes of the records. */
  private known: { readonly changes: number; readonly facts: EndedFacts } | undefined;

  constructor(private readonly parts: EndedObligationsParts) {
    this.streams = new StreamRecords(parts.commands);
  }

  isEnded(stream: string): boolean {
    return this.parts.records.isEnded(stream);
  }

  /** Returns what the records say about all ended streams. Walks through all records only if one changed. */
  facts(): EndedFacts {
    const { records } = this.parts;
    const { changes } = records;
    if (this.known?.changes !== changes) this.known = { changes, facts: endedFacts(records) };
    return this.known.facts;
  }

  /**
   * Records that a person has dealt with an obligation of an ended stream. Resolves once this process knows it, or
   * when the wait times out.
   * @param about id of the event that opened the obligation
   * @throws RuleBroken not_found if the stream is not ended; StreamUntrusted if its records are closed
   */
  async close(stream: string, about: string, context: CommandContext): Promise<void> {
    await this.streams.run(stream, { type: 'CloseEndedObligation', stream, about }, context);
    const { records } = this.parts;
    for (let waited = 0; waited < WAIT_MS && !records.isOver(stream, about); waited += STEP_MS)
      await pause(STEP_MS);
  }
}
