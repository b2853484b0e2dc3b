import { RuleBroken } from '../platform/errors/rule-broken.js';
import type {
  CallForEndedKey,
  CloseEndedObligation,
  KeepReport,
  NoteReportAppended,
  RecordEnded,
  RecordEndedKeyDestroyed,
  RecordRestored,
  RecordsCommand,
} from './records.commands.js';
import type { RecordsState } from './records.state.js';
import { KEPT_MAX } from './rules/bounds.js';
import { requireEnded, requireNoHold } from './rules/ended-key.js';
import { isKnown } from './rules/known-report.js';
import type { RecordsEvent } from './trust.events.js';

type Events = readonly RecordsEvent[];

/**
 * Returns the events that follow from a command. Pure.
 * @throws RuleBroken `not_found`
 */
export function decideRecords(command: RecordsCommand, state: RecordsState): Events {
  switch (command.type) {
    case 'BeginPart': {
      const { type: _, ...open } = command;
      return state.hasBegun ? [] : [{ type: 'PartBegun', open }];
    }
    case 'KeepReport':
      return keep(command, state);
    case 'NoteReportAppended':
      return noteAppended(command, state);
    case 'RecordRestored':
      return restored(command);
    case 'RecordEnded':
      return ended(command, state);
    case 'CloseEndedObligation':
      return closeObligation(command, state);
    case 'CallForEndedKey':
      return callForKey(command, state);
    case 'RecordEndedKeyDestroyed':
      return keyDestroyed(command, state);
  }
}

/**
 * Keeps each report once while it waits. A report that is in its stream already may come again with the same
 * content after something else: the stream is closed a second time, and an amount is what it was the first
 * time. The number of waiting reports of each kind is limited (rule:streams-are-bounded). Reports are kept for
 * an ended stream too, because the operator has to learn of money that came in.
 */
function keep({ key, report }: KeepReport, { open }: RecordsState): Events {
  const { kind, facts } = report;
  if (isKnown(open, key, report)) return [];
  if (open.filter((one) => one.report.kind === kind).length >= KEPT_MAX[kind]) return [];
  return [{ type: 'ReportKept', open: { kind, key, facts } }];
}

function noteAppended({ eventId, outcome }: NoteReportAppended, state: RecordsState): Events {
  const isOpen = state.open.some((one) => one.eventId === eventId);
  if (!isOpen || state.appended.includes(eventId)) return [];
  return [{ type: 'ReportAppended', open: { eventId, outcome } }];
}

/** Rows that somebody inserts behind the end of an ended stream are taken out too. */
function restored(command: RecordRestored): Events {
  const { type: _, ...open } = command;
  const changed = open.removed.length + open.putBack.length + open.givenUp.length;
  return changed === 0 ? [] : [{ type: 'StreamRestored', open }];
}

/** An ended stream ends again only at an earlier place, if an event before its end is lost too. */
function ended(command: RecordEnded, state: RecordsState): Events {
  const { type: _, ...open } = command;
  const isEarlier = state.ended === null || lengthOf(open) < lengthOf(state.ended);
  return isEarlier ? [{ type: 'StreamEnded', open }] : [];
}

/** Returns the number of events that count. */
const lengthOf = ({ last }: Pick<RecordEnded, 'last'>): number => (last?.revision ?? -1) + 1;

/** @throws RuleBroken not_found: the stream is not ended, so its own events record what is dealt with */
function closeObligation({ stream, about }: CloseEndedObligation, state: RecordsState): Events {
  if (state.ended === null) throw new RuleBroken('not_found');
  return state.over.includes(about) ? [] : [{ type: 'EndedObligationClosed', open: { stream, about } }];
}

/** @throws RuleBroken not_found, legal_hold */
function callForKey(command: CallForEndedKey, state: RecordsState): Events {
  const { stream, isAgain, reason } = command;
  requireEnded(state);
  if (!isAgain) requireNoHold(state, command);
  return state.keyCall === null ? [{ type: 'EndedKeyDue', open: { stream, reason } }] : [];
}

/** @throws not_found: the stream is not ended, so its own events record the destruction of its key */
function keyDestroyed(command: RecordEndedKeyDestroyed, state: RecordsState): Events {
  const { type: _, ...open } = command;
  requireEnded(state);
  return state.keyDestroyedAt === null ? [{ type: 'EndedKeyDestroyed', open }] : [];
}
