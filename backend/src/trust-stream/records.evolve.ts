import type { Recorded } from '../eventsourcing/journal/event.js';
import type { KeptReport } from './kept-report.events.js';
import { isHold } from './rules/hold.js';
import type { KeyCall, OpenReport, RecordsState } from './records.state.js';
import type { EndedKeyDue, RecordsEvent, ReportKept, StreamEnded, StreamRestored } from './trust.events.js';

/** Returns the state after one more event. Pure; never throws. */
export function evolveRecords(before: RecordsState, event: Recorded<RecordsEvent>): RecordsState {
  const state = { ...before, hasBegun: true };
  switch (event.type) {
    case 'PartBegun': {
      const { part, before: last } = event.open;
      return { ...state, part, before: last, begun: [...state.begun, { part, before: last }] };
    }
    case 'ReportKept':
      return afterKept(state, event);
    case 'ReportAppended': {
      const { eventId } = event.open;
      const open = state.open.filter((one) => one.eventId !== eventId);
      return { ...state, open, appended: [...state.appended, eventId] };
    }
    case 'StreamRestored':
      return afterRestored(state, event.open);
    case 'StreamEnded':
      return { ...state, ended: endedBy(event) };
    case 'EndedObligationClosed':
      return { ...state, over: [...state.over, event.open.about] };
    case 'EndedKeyDue':
      return { ...state, keyCall: state.keyCall ?? keyCallIn(event) };
    case 'EndedKeyDestroyed':
      return { ...state, keyDestroyedAt: event.open.destroyedAt };
  }
}

function afterRestored(
  state: RecordsState,
  { putBack, chosen, givenUp }: StreamRestored['open'],
): RecordsState {
  const over = givenUp.filter(({ revision }) => revision === chosen?.revision).map(({ hash }) => hash);
  return {
    ...state,
    putBack: [...state.putBack, ...putBack],
    givenUp: [...state.givenUp, ...givenUp],
    choices: chosen === null ? state.choices : [...state.choices, { chosen, over }],
  };
}

const keyCallIn = ({ id, hash, at, correlationId }: Recorded<EndedKeyDue>): KeyCall => ({
  eventId: id,
  eventHash: hash,
  at,
  correlationId,
});

function afterKept(state: RecordsState, event: Recorded<ReportKept>): RecordsState {
  const { kind } = event.open;
  return {
    ...state,
    open: [...state.open, openReportOf(event)],
    hold: isHold(kind) ? { kind, at: event.at } : state.hold,
  };
}

/** Returns the report that an event kept. Only this service can have written the event, so its parts fit. */
const openReportOf = ({ id, at, open }: Recorded<ReportKept>): OpenReport => ({
  eventId: id,
  key: open.key,
  at,
  report: { kind: open.kind, facts: open.facts } as KeptReport,
});

export const endedBy = ({ at, open }: Recorded<StreamEnded>): NonNullable<RecordsState['ended']> => ({
  last: open.last ?? null,
  fault: open.fault ?? '',
  reason: open.reason ?? '',
  at,
});
