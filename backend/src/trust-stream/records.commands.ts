import type { KeptReport } from './kept-report.events.js';
import type {
  EndedKeyDestroyed,
  EndedObligationClosed,
  PartBegun,
  ReportAppended,
  StreamRestored,
} from './trust.events.js';
import type { Place } from './place.events.js';

/** Begins a further part. Only the first event of a stream can be one. */
export type BeginPart = PartBegun['open'] & { readonly type: 'BeginPart' };

/** Keeps a report for a closed stream. */
export interface KeepReport {
  readonly type: 'KeepReport';
  /** UUID, derived from the report, so that a repeated report has the same key. */
  readonly key: string;
  readonly report: KeptReport;
}

/** Records that a kept report is in its stream now, or that the stream refused it. */
export type NoteReportAppended = ReportAppended['open'] & { readonly type: 'NoteReportAppended' };

/** Records a repair. */
export type RecordRestored = StreamRestored['open'] & { readonly type: 'RecordRestored' };

/** Records that nothing behind the last trusted event counts, for good. */
export interface RecordEnded {
  readonly type: 'RecordEnded';
  readonly stream: string;
  readonly last: Place | null;
  readonly fault: string;
  readonly reason: string;
}

/** Records that a person has dealt with an obligation of an ended stream. */
export type CloseEndedObligation = EndedObligationClosed['open'] & {
  readonly type: 'CloseEndedObligation';
};

/** Calls for the destruction of the key of an ended stream. */
export interface CallForEndedKey {
  readonly type: 'CallForEndedKey';
  readonly stream: string;
  /** True if the events of the stream that count say that it is under legal hold. */
  readonly isHeld: boolean;
  /** Time of the last event of the stream that counts; null if none does. */
  readonly countedUntil: string | null;
  /** True if the key was destroyed before, and a restored log lacks that. Then no legal hold bars it. */
  readonly isAgain: boolean;
  readonly reason: string;
}

/** Records that the key of an ended stream is destroyed. */
export type RecordEndedKeyDestroyed = EndedKeyDestroyed['open'] & {
  readonly type: 'RecordEndedKeyDestroyed';
};

export type RecordsCommand =
  | BeginPart
  | KeepReport
  | NoteReportAppended
  | RecordRestored
  | RecordEnded
  | CloseEndedObligation
  | CallForEndedKey
  | RecordEndedKeyDestroyed;
