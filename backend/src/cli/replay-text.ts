import type { FieldChange } from '@siegel/contracts/audit/views';
import type { NdaEvent } from '../nda/nda.events.js';
import { amountDue, overallPaymentStatus } from '../nda/rules/price.js';
import type { NdaState } from '../nda/nda.state.js';
import { isReadable, type Recorded } from '../eventsourcing/journal/event.js';
import type { ReplayedHistory } from './replay.js';

const indented = (value: object): string =>
  Object.entries(value)
    .map(
      ([name, content]) =>
        `        ${name}: ${typeof content === 'string' ? content.replaceAll('\n', '\n          ') : JSON.stringify(content)}`,
    )
    .join('\n');

function nameOf(event: Recorded<NdaEvent>): string {
  if (!isReadable(event)) return `${event.type} (not readable)`;
  return `${event.type}.v${event.version}${event.unknown ? ' (not understood by this version)' : ''}`;
}

/**
 * Returns the reason why an event's sealed part cannot be shown. Returns undefined if the part can be shown.
 */
const unreadableOf = ({ erased, keyMissing, sealBroken }: Recorded<NdaEvent>): string | undefined =>
  erased ? 'erased' : keyMissing ? 'key-missing' : sealBroken ? 'broken' : undefined;

function eventText(event: Recorded<NdaEvent>): string {
  const head = `${String(event.revision).padStart(4)}  ${event.at}  ${nameOf(event)}  by ${event.actor}`;
  const absent = unreadableOf(event)?.replace('-', ' ');
  const personal = event.personal ?? (absent === undefined ? {} : { personal: absent });
  const origin =
    event.origin === undefined
      ? {}
      : { from: `${event.origin.ip ?? 'unknown address,'} ${event.origin.userAgent}` };
  const body = indented({
    ...event.open,
    ...personal,
    ...origin,
    command: event.commandId,
    ...(event.causedBy === null ? {} : { causedBy: event.causedBy }),
    hash: event.hash,
  });
  return `${head}\n${body}`;
}

/** Returns the text of every event of a stream with its content, oldest first. */
export const historyText = (events: readonly Recorded<NdaEvent>[]): string =>
  events.map(eventText).join('\n\n');

/** Returns those fields of a state that the text shows, keyed by name. */
function factsOf(state: NdaState): Readonly<Record<string, string>> {
  return {
    status:
      state.erasedAt === null
        ? state.discarded
          ? `${state.status}, discarded`
          : state.status
        : `${state.status}, erased ${state.erasedAt}`,
    mode: state.mode ?? 'not chosen',
    payment: overallPaymentStatus(state),
    due: `${amountDue(state, 1)} ct by Party 1, ${amountDue(state, 2)} ct by Party 2`,
    signed: `Party 1 ${state.party1?.at ?? 'not yet'}, Party 2 ${state.party2?.at ?? 'not yet'}`,
    agreement: state.agreementHash ?? `committed to by ${state.agreementCommitment}`,
    document: state.delivery.documentHash ?? 'not made yet',
    sent: state.delivery.sentAt ?? 'not yet',
  };
}

/** Returns text that describes the NDA's state after the last event. */
export const stateText = (state: NdaState): string =>
  `\nAfter revision ${state.revision}:\n${indented(factsOf(state))}`;

/**
 * Returns text that lists, field by field, what the last event changed. The audit shows changes in the same
 * form (rule:what-an-event-changed).
 */
export function changesText(revision: number, changes: readonly FieldChange[]): string {
  const value = (of: unknown): string => (typeof of === 'string' ? of : JSON.stringify(of));
  const fields = Object.fromEntries(
    changes.map(({ field, before, after, gone }) => [
      field,
      `${value(before)} -> ${gone ? 'not readable' : value(after)}`,
    ]),
  );
  const lines = changes.length === 0 ? '        no field of the agreement' : indented(fields);
  return `\nChanged by revision ${revision}:\n${lines}`;
}

/** Returns the whole replay as text for people to read. */
export const replayText = ({ events, state, revision, changes }: ReplayedHistory): string =>
  [historyText(events), stateText(state), changesText(revision, changes)].join('\n');

/**
 * Returns an event as an object for JSON output. A part that cannot be read is null, and `unreadable` says
 * why.
 */
function eventFacts(event: Recorded<NdaEvent>): object {
  const { revision, at, type, version, actor, open, commandId, causedBy, hash } = event;
  return {
    revision,
    at,
    type,
    version,
    known: !event.unknown,
    actor,
    open,
    personal: event.personal ?? null,
    unreadable: unreadableOf(event) ?? null,
    origin: event.origin ?? null,
    commandId,
    causedBy,
    hash,
  };
}

/** Returns the content of `replayText` as one line of JSON, for other programs to read. */
export const replayLine = (ndaId: string, { events, state, revision, changes }: ReplayedHistory): string =>
  JSON.stringify({ ndaId, events: events.map(eventFacts), after: factsOf(state), revision, changes });
