import type { KeptKind, KeptReport } from './kept-report.events.js';
import type { Place } from './place.events.js';

/** A kept report that is not in its stream yet. */
export interface OpenReport {
  /** Id of the event `ReportKept`. */
  readonly eventId: string;
  /** Time at which the report came. */
  readonly at: string;
  readonly report: KeptReport;
}

export interface EndedStream {
  readonly last: Place | null;
  readonly fault: string;
  readonly reason: string;
  readonly at: string;
}

/** A choice of the operator among events that this service wrote at one place. */
export interface Choice {
  readonly chosen: Place;
  /** Hashes of the events at this place that give way. The choice says nothing about any other event. */
  readonly over: readonly string[];
}

/** The event that calls for the destruction of a key. */
export interface KeyCall {
  readonly eventId: string;
  readonly eventHash: string;
  readonly at: string;
  readonly correlationId: string;
}

/** The state of the records about a stream. */
export interface RecordsState {
  /** True once the part has an event. */
  readonly hasBegun: boolean;
  /** 1 for the first part, which has no event that begins it. */
  readonly part: number;
  /** Kept reports that are not in the stream yet, in the order in which they came. */
  readonly open: readonly OpenReport[];
  /** Keys of all kept reports. */
  readonly keys: readonly string[];
  readonly counts: Readonly<Record<KeptKind, number>>;
  /** Ids of the kept reports that the stream has now, or refused. */
  readonly appended: readonly string[];
  /** The last thing that was kept about the legal hold; null if there was none. */
  readonly hold: 'hold' | 'hold-lifted' | null;
  readonly putBack: readonly Place[];
  readonly choices: readonly Choice[];
  /** Events that this service wrote, and that do not count because the operator chose others. */
  readonly givenUp: readonly Place[];
  readonly ended: EndedStream | null;
  /** Ids of the obligations of the ended stream that a person has dealt with. */
  readonly over: readonly string[];
  /** The event that calls for the destruction of the ended stream's key; null if there is none. */
  readonly keyCall: KeyCall | null;
  readonly keyDestroyedAt: string | null;
}

export const initialRecords: RecordsState = {
  hasBegun: false,
  part: 1,
  open: [],
  keys: [],
  counts: { payment: 0, mail: 0, dispute: 0, hold: 0, 'hold-lifted': 0 },
  appended: [],
  hold: null,
  putBack: [],
  choices: [],
  givenUp: [],
  ended: null,
  over: [],
  keyCall: null,
  keyDestroyedAt: null,
};
