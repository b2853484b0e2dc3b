import { KEPT_MAX } from './rules/bounds.js';
import { recordsDecider } from './records.decider.js';
import type { RecordsCommand } from './records.commands.js';
import type { Place } from './place.events.js';
import type {
  EndedKeyDestroyed,
  EndedKeyDue,
  PartBegun,
  RecordsEvent,
  StreamRestored,
} from './trust.events.js';
import {
  CLOSED,
  DISPUTE,
  ended,
  given,
  history,
  HOLD,
  keep,
  kept,
  keyDestroyed,
  keyDue,
  keyNo,
  LIFTED,
  MAIL,
  partBegun,
  PAYMENT,
  restored,
  START,
} from './testing/samples.js';

const stateOf = (...events: readonly RecordsEvent[]) =>
  history(events).reduce(recordsDecider.evolve, recordsDecider.initial);
const idOf = (...events: readonly RecordsEvent[]): string => history(events).at(-1)?.id ?? '';

describe('a report for a closed stream', () => {
  it.each([
    ['payment', PAYMENT],
    ['mail', MAIL],
    ['dispute', DISPUTE],
    ['hold', HOLD],
    ['end of a hold', LIFTED],
  ])('is kept with its facts: %s', (_, report) => given().when(keep(report)).then(kept(report)));

  it('is kept once while it waits, however often it comes', () => {
    given(kept(PAYMENT)).when(keep(PAYMENT)).thenNothing();
    given(kept(PAYMENT), kept(MAIL, keyNo(2)))
      .when(keep(PAYMENT))
      .thenNothing();
    given(kept(PAYMENT))
      .when(keep(PAYMENT, keyNo(2)))
      .then(kept(PAYMENT, keyNo(2)));
  });

  it('is kept again if the stream has it already, because the stream may be closed a second time', () => {
    given(kept(PAYMENT), appended(PAYMENT)).when(keep(PAYMENT)).then(kept(PAYMENT));
    given(kept(HOLD), appended(HOLD))
      .when(keep(HOLD, keyNo(2)))
      .then(kept(HOLD, keyNo(2)));
  });

  it('is kept for an ended stream too', () => given(ended).when(keep(PAYMENT)).then(kept(PAYMENT)));

  it.each([
    ['payment', PAYMENT],
    ['mail', MAIL],
    ['dispute', DISPUTE],
  ] as const)('is not kept any more beyond the limit of its kind: %s', (kind, report) => {
    const full = Array.from({ length: KEPT_MAX[kind] }, (_, n) => kept(report, keyNo(n)));
    given(...full)
      .when(keep(report, keyNo(9999)))
      .thenNothing();
    given(...full.slice(1))
      .when(keep(report, keyNo(9999)))
      .then(kept(report, keyNo(9999)));
    given(...full, { type: 'ReportAppended', open: { eventId: idOf(...full), outcome: 'appended' } })
      .when(keep(report, keyNo(9999)))
      .then(kept(report, keyNo(9999)));
    given(...full)
      .when(keep(HOLD, keyNo(9999)))
      .then(kept(HOLD, keyNo(9999)));
  });

  it('about the legal hold is kept if it changes what was kept before', () => {
    given(kept(HOLD))
      .when(keep(HOLD, keyNo(2)))
      .thenNothing();
    given(kept(HOLD), kept(LIFTED, keyNo(2)))
      .when(keep(HOLD, keyNo(3)))
      .then(kept(HOLD, keyNo(3)));
    given(kept(LIFTED))
      .when(keep(LIFTED, keyNo(2)))
      .thenNothing();
  });
});

/** The event after `kept(report)`. */
function appended(report: Parameters<typeof kept>[0]): RecordsEvent {
  return { type: 'ReportAppended', open: { eventId: idOf(kept(report)), outcome: 'appended' } };
}

describe('the end of a kept report', () => {
  const note = (eventId: string, outcome: 'appended' | 'refused' = 'appended'): RecordsCommand => ({
    type: 'NoteReportAppended',
    eventId,
    outcome,
  });
  const appendedAs = (eventId: string): RecordsEvent => ({
    type: 'ReportAppended',
    open: { eventId, outcome: 'appended' },
  });

  it('is recorded once, also if the stream refused the report', () => {
    const id = idOf(kept(PAYMENT));
    given(kept(PAYMENT)).when(note(id)).then(appendedAs(id));
    given(kept(PAYMENT))
      .when(note(id, 'refused'))
      .then({ type: 'ReportAppended', open: { eventId: id, outcome: 'refused' } });
    given(kept(PAYMENT), appendedAs(id)).when(note(id)).thenNothing();
  });

  it('is not recorded for a report that was never kept', () =>
    given(kept(PAYMENT))
      .when(note(keyNo(5)))
      .thenNothing());

  it('leaves the other reports open, in the order in which they came', () => {
    const all = [kept(PAYMENT), kept(MAIL, keyNo(2)), kept(DISPUTE, keyNo(3))];
    const [, second] = history(all);
    const { open } = stateOf(...all, appendedAs(second?.id ?? ''));
    expect(open.map(({ report }) => report)).toEqual([PAYMENT, DISPUTE]);
  });
});

describe('a repair', () => {
  const open = (restored as StreamRestored).open;
  const record = (changes: Partial<typeof open> = {}): RecordsCommand => ({
    type: 'RecordRestored',
    ...open,
    ...changes,
  });

  it('is recorded with what was removed and put back, each time that something was', () => {
    given().when(record()).then(restored);
    given(restored).when(record()).then(restored);
    given()
      .when(record({ removed: [] }))
      .thenNothing();
  });

  it('of an ended stream is recorded too', () => given(ended).when(record()).then(restored));

  it('that only chooses among events is recorded, and the choice is about the events that it names', () => {
    const [chosen, rival, later] = ['aa', 'bb', 'cc'].map((digits, n) => ({
      revision: n === 2 ? 4 : 3,
      hash: digits.repeat(32),
    })) as [Place, Place, Place];
    const choice: StreamRestored = {
      type: 'StreamRestored',
      open: { ...open, removed: [], chosen, givenUp: [rival, later] },
    };
    given().when(record(choice.open)).then(choice);
    expect(stateOf(choice)).toMatchObject({
      choices: [{ chosen, over: [rival.hash] }],
      givenUp: [rival, later],
    });
  });
});

describe('the end of a stream', () => {
  const open = { stream: CLOSED, last: null, fault: 'revision', reason: 'No backup has event 5' };

  it('is recorded once', () => {
    given()
      .when({ type: 'RecordEnded', ...open })
      .then({ type: 'StreamEnded', open });
    given({ type: 'StreamEnded', open })
      .when({ type: 'RecordEnded', ...open })
      .thenNothing();
  });

  it('is recorded again only at an earlier place', () => {
    const last = (revision: number) => ({ ...open, last: { revision, hash: 'ab'.repeat(32) } });
    const first: RecordsEvent = { type: 'StreamEnded', open: last(5) };
    given(first)
      .when({ type: 'RecordEnded', ...last(5) })
      .thenNothing();
    given(first)
      .when({ type: 'RecordEnded', ...last(4) })
      .then({ type: 'StreamEnded', open: last(4) });
    given(first)
      .when({ type: 'RecordEnded', ...open })
      .then({ type: 'StreamEnded', open });
  });

  it('comes before the record that its key is destroyed, which is made once', () => {
    const destroyed: RecordsCommand = {
      type: 'RecordEndedKeyDestroyed',
      ...(keyDestroyed as EndedKeyDestroyed).open,
    };
    given().when(destroyed).thenRefused('not_found');
    given(ended).when(destroyed).then(keyDestroyed);
    given(ended, keyDestroyed).when(destroyed).thenNothing();
  });

  it('lets a person end each obligation of it, once', () => {
    const open = { stream: CLOSED, about: keyNo(7) };
    const close: RecordsCommand = { type: 'CloseEndedObligation', ...open };
    const closed: RecordsEvent = { type: 'EndedObligationClosed', open };
    given().when(close).thenRefused('not_found');
    given(ended).when(close).then(closed);
    given(ended, closed).when(close).thenNothing();
    given(ended, closed)
      .when({ ...close, about: keyNo(8) })
      .then({ type: 'EndedObligationClosed', open: { ...open, about: keyNo(8) } });
  });

  it('lets the operator call for the destruction of its key, once', () => {
    const call: RecordsCommand = {
      type: 'CallForEndedKey',
      ...(keyDue as EndedKeyDue).open,
      isHeld: false,
      countedUntil: null,
      isAgain: false,
    };
    given().when(call).thenRefused('not_found');
    given(ended).when(call).then(keyDue);
    given(ended, keyDue).when(call).thenNothing();
    const state = stateOf(ended, keyDue);
    expect(state.keyCall).toMatchObject({ eventId: idOf(ended, keyDue), at: expect.any(String) });
  });

  const call = (isHeld: boolean, isAgain = false, countedUntil = START): RecordsCommand => ({
    type: 'CallForEndedKey',
    ...(keyDue as EndedKeyDue).open,
    isHeld,
    countedUntil,
    isAgain,
  });

  it('lets its key go, but not under a legal hold, of which the kept word is the newest (rule:legal-hold)', () => {
    const lifted = kept(LIFTED, keyNo(2));
    given(ended).when(call(true)).thenRefused('legal_hold');
    given(kept(HOLD), ended).when(call(false)).thenRefused('legal_hold');
    given(kept(HOLD), lifted, ended).when(call(true)).then(keyDue);
    given(kept(HOLD), ended).when(call(true, true)).then(keyDue);
  });

  it('asks the events that count about the hold if they are newer than the kept word', () => {
    const later = '2026-12-01T10:00:00.001Z';
    given(kept(LIFTED), appended(LIFTED), ended)
      .when(call(true, false, later))
      .thenRefused('legal_hold');
    given(kept(HOLD), appended(HOLD), ended)
      .when(call(false, false, later))
      .then(keyDue);
    given(kept(HOLD), appended(HOLD), ended).when(call(false)).thenRefused('legal_hold');
  });

  it('asks the last kept word about the hold while it waits, however late the events that count are', () => {
    const later = '2026-12-01T10:00:00.001Z';
    const lifted = kept(LIFTED, keyNo(2));
    given(kept(HOLD), ended)
      .when(call(false, false, later))
      .thenRefused('legal_hold');
    given(kept(HOLD), lifted, ended)
      .when(call(true, false, later))
      .then(keyDue);
    given(kept(LIFTED), appended(LIFTED), kept(HOLD, keyNo(2)), ended)
      .when(call(false, false, later))
      .thenRefused('legal_hold');
  });
});

it('a part is begun by its first event only', () => {
  const begin: RecordsCommand = { type: 'BeginPart', ...(partBegun as PartBegun).open };
  given().when(begin).then(partBegun);
  given(partBegun).when(begin).thenNothing();
  given(kept(PAYMENT)).when(begin).thenNothing();
  expect(stateOf(partBegun).part).toBe(2);
});
