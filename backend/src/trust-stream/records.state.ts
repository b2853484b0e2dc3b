import type { KeptReport } from './kept-report.events.js';
import type { Place, PlaceOfStream } from './place.events.js';

/** A kept report that is not in its stream yet. */
export interface OpenReport {
  /** Id of the event `ReportKept`. */
  readonly eventId: string;
  /** The same for each repetition of the report. */
  readonly key: string;
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

/** Something that was kept about the legal hold of a closed agreement. */
export interface HoldWord {
  readonly kind: 'hold' | 'hold-lifted';
  readonly at: string;
}

/** A further part of a trust stream, with the last event before it that counted when it was begun. */
export interface BegunPart {
  readonly part: number;
  /** Null if no event counted. */
  readonly before: PlaceOfStream | null;
}

/** The state of the records about a stream. */
export interface RecordsState {
  /** True once the part has an event. */
  readonly hasBegun: boolean;
  /** 1 for the first part, which has no event that begins it. */
  readonly part: number;
  /** The last event that counted when this part was begun; null for the first part, or if none counted. */
  readonly before: PlaceOfStream | null;
  /** All further parts that were begun and count, in their order. The last one is also in the two members above. */
  readonly begun: readonly BegunPart[];
  /** Kept reports that are not in the stream yet, in the order in which they came. */
  readonly open: readonly OpenReport[];
  /** Ids of the kept reports that the stream has now, or refused. */
  readonly appended: readonly string[];
  /** The last word that was kept about the legal hold, whether the stream has it now or not; null if none was. */
  readonly hold: HoldWord | null;
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
  before: null,
  begun: [],
  open: [],
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
