import type { Recorded } from '../eventsourcing/journal/event.js';
import type { KeptReport } from './kept-report.events.js';
import { isHold } from './rules/hold.js';
import type { OpenReport, RecordsState } from './records.state.js';
import type { RecordsEvent, ReportKept, StreamEnded } from './trust.events.js';

/** Returns the state after one more event. Pure; never throws. */
export function evolveRecords(before: RecordsState, event: Recorded<RecordsEvent>): RecordsState {
  const state = { ...before, hasBegun: true };
  switch (event.type) {
    case 'PartBegun':
      return { ...state, part: event.open.part };
    case 'ReportKept':
      return afterKept(state, event);
    case 'ReportAppended': {
      const { eventId } = event.open;
      const open = state.open.filter((one) => one.eventId !== eventId);
      return { ...state, open, appended: [...state.appended, eventId] };
    }
    case 'StreamRestored':
      return { ...state, putBack: [...state.putBack, ...event.open.putBack] };
    case 'StreamEnded':
      return { ...state, ended: endedBy(event) };
    case 'EndedKeyDestroyed':
      return { ...state, keyDestroyedAt: event.open.destroyedAt };
  }
}

function afterKept(state: RecordsState, event: Recorded<ReportKept>): RecordsState {
  const { kind, key } = event.open;
  return {
    ...state,
    open: [...state.open, openReportOf(event)],
    keys: [...state.keys, key],
    counts: { ...state.counts, [kind]: (state.counts[kind] ?? 0) + 1 },
    hold: isHold(kind) ? kind : state.hold,
  };
}

/** Returns the report that an event kept. Only this service can have written the event, so its parts fit. */
export const openReportOf = ({ id, at, open }: Recorded<ReportKept>): OpenReport => ({
  eventId: id,
  at,
  report: { kind: open.kind, facts: open.facts } as KeptReport,
});

export const endedBy = ({ at, open }: Recorded<StreamEnded>): NonNullable<RecordsState['ended']> => ({
  last: open.last ?? null,
  fault: open.fault ?? '',
  reason: open.reason ?? '',
  at,
});
