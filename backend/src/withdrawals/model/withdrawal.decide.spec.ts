import fc from 'fast-check';
import { MAIL_FAILURES_MAX } from '@siegel/contracts/limits';
import { contextAt, erasedCopy, recorded } from '../../eventsourcing/journal/testing/recorded.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { isReceiptOwed } from './rules/receipt.js';
import { given, history, START, WITHDRAWAL_ID } from './testing/given.js';
import {
  ABOUT,
  closed,
  declaration,
  declared,
  declaredWith,
  keyDestroyed,
  keyDue,
  receiptFailed,
  receiptSent,
} from './testing/samples.js';
import type { WithdrawalCommand } from './withdrawal.commands.js';
import { withdrawalDecider } from './withdrawal.decider.js';
import { type ReceiptKind, withdrawalStream, type WithdrawalEvent } from './withdrawal.events.js';
import { RECEIPTS } from './withdrawal.registry.js';

const declareWith = (receipt: ReceiptKind): WithdrawalCommand => ({
  type: 'DeclareWithdrawal',
  declaration,
  receipt,
});
const declare = declareWith('brief');
const sent: WithdrawalCommand = {
  type: 'RecordReceiptSent',
  receipt: { about: ABOUT, messageId: '<receipt@siegel.example>' },
};
const failed = (code = 'mail_unreachable', pauseMs: number | null = 30_000): WithdrawalCommand => ({
  type: 'RecordReceiptFailure',
  failure: { about: ABOUT, code, permanent: false, attempt: 1, pauseMs },
});
const close = (about = ABOUT): WithdrawalCommand => ({
  type: 'CloseWithdrawal',
  about,
  by: 'admin',
  note: 'Zurückgezahlt',
});
const destroyed: WithdrawalCommand = {
  type: 'RecordWithdrawalKeyDestroyed',
  keyId: 'key-1',
  destroyedAt: '2030-11-02T10:00:00.000Z',
  receiptKeyId: 'receipt-1',
  receiptSignature: 'c2lnbmF0dXJl',
};

function due(reason: 'retention' | 'restored' = 'retention'): WithdrawalCommand {
  return { type: 'NoteWithdrawalKeyDue', reason, days: 1461 };
}

describe('DeclareWithdrawal', () => {
  it('records the whole declaration in sealed form, whatever contract it names', () => {
    given().when(declare).then(declared);
    expect(declared.open).toEqual({ receipt: 'brief' });
  });
  it.each(RECEIPTS)('records that the receipt is %s', (receipt) => {
    given().when(declareWith(receipt)).then(declaredWith(receipt));
  });
  it('has no effect on a declared withdrawal', () => {
    given(declared).when(declare).thenNothing();
    given(declared, closed, keyDestroyed).when(declare).thenNothing();
  });
});

describe.each([
  ['RecordReceiptSent', sent],
  ['RecordReceiptFailure', failed()],
  ['CloseWithdrawal', close()],
  ['RecordWithdrawalKeyDestroyed', destroyed],
  ['NoteWithdrawalKeyDue', due()],
])('%s', (_, command) =>
  it('refuses a withdrawal that nobody declared', () => given().when(command).thenRefused('not_found')),
);

describe('the receipt', () => {
  it('is recorded as sent once', () => {
    given(declared, receiptFailed()).when(sent).then(receiptSent);
    given(declared, receiptSent).when(sent).thenNothing();
  });

  it.each([
    [null, true],
    ['whole', true],
    ['brief', true],
    ['withheld', false],
  ] as const)('is owed if its kind is %s: %s', (receipt, owed) => {
    const after = history([declaredWith(receipt)]).reduce(
      withdrawalDecider.evolve,
      withdrawalDecider.initial,
    );
    expect(isReceiptOwed(after)).toBe(owed);
    given(declaredWith(receipt))
      .when(failed())
      .then(...(owed ? [receiptFailed()] : []));
  });

  it('records failures while it is owed, even after the answer, and none later', () => {
    given(declared).when(failed()).then(receiptFailed());
    given(declared, closed).when(failed()).then(receiptFailed());
    given(declared, receiptSent).when(failed()).thenNothing();
    given(declared, keyDestroyed).when(failed()).thenNothing();
    given(declared, receiptFailed({ code: 'mail_given_up', pauseMs: null }))
      .when(failed())
      .thenNothing();
  });

  it('records a limited number of failures, and always the final one', () => {
    const many = Array.from({ length: MAIL_FAILURES_MAX }, () => receiptFailed());
    given(declared, ...many.slice(1))
      .when(failed())
      .then(receiptFailed());
    given(declared, ...many)
      .when(failed())
      .thenNothing();
    given(declared, ...many)
      .when(failed('mail_given_up', null))
      .then(receiptFailed({ code: 'mail_given_up', pauseMs: null }));
  });

  it('counts two weeks from the first refusal', () => {
    const refused = { event: receiptFailed({ code: 'mail_refused' }), at: '2026-11-03T10:00:00.000Z' };
    const again = { ...refused, at: '2026-11-04T10:00:00.000Z' };
    const state = history([declared, receiptFailed(), refused, again]).reduce(
      withdrawalDecider.evolve,
      withdrawalDecider.initial,
    );
    expect(state.firstRefusedAt).toBe('2026-11-03T10:00:00.000Z');
  });
});

describe('CloseWithdrawal', () => {
  it('records once who answered the withdrawal, with the note sealed', () => {
    given(declared).when(close()).then(closed);
    given(declared, receiptSent)
      .when({ type: 'CloseWithdrawal', about: ABOUT, by: 'admin' })
      .then({
        type: 'WithdrawalClosed',
        open: { about: ABOUT, by: 'admin' },
      });
    given(declared, closed).when(close()).thenNothing();
  });
  it.each([keyDue, keyDestroyed])('drops the note if nothing can be sealed any more: $type', (gone) =>
    given(declared, gone)
      .when(close())
      .then({ type: 'WithdrawalClosed', open: { about: ABOUT, by: 'admin' } }),
  );
  it('refuses any event but the one that made the answer owed', () =>
    given(declared).when(close('event-9')).thenRefused('not_found'));
});

describe('RecordWithdrawalKeyDestroyed', () => {
  it('records the receipt of the destruction once', () => {
    given(declared, keyDue).when(destroyed).then(keyDestroyed);
    given(declared, keyDestroyed).when(destroyed).thenNothing();
  });
  it('refuses if no event called for the destruction', () =>
    given(declared).when(destroyed).thenRefused('not_found'));
});

describe('NoteWithdrawalKeyDue', () => {
  const at = Date.parse(history([declared])[0]?.at ?? '');
  const after = (days: number): string => new Date(at + days * 86_400_000).toISOString();
  it('makes the destruction due once the retention is over, and not a moment before', () => {
    given(declared)
      .when(due(), after(1461 - 0.001))
      .thenNothing();
    given(declared).when(due(), after(1461)).then(keyDue);
  });
  it('ignores the retention if the key had been destroyed before a restore', () =>
    given(declared)
      .when(due('restored'), after(1))
      .then({ type: 'WithdrawalKeyDestructionDue', open: { reason: 'restored', days: 1461 } }));
  it('has no effect the second time', () => {
    for (const before of [keyDue, keyDestroyed])
      given(declared, before).when(due('restored'), after(2000)).thenNothing();
  });
});

describe('any history', () => {
  const commands = fc.constantFrom<WithdrawalCommand>(
    declare,
    declareWith('withheld'),
    sent,
    failed(),
    failed('mail_refused', 86_400_000),
    failed('mail_given_up', null),
    close(),
    destroyed,
  );

  it('is declared, receipted, answered and erased at most once each, and comes to an end', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 120 }), (given) => {
        let state = withdrawalDecider.initial;
        const events: WithdrawalEvent[] = [];
        for (const command of given) {
          const owed = isReceiptOwed(state);
          const decided = decidedOf(command, state);
          if (command.type === 'RecordReceiptFailure' && decided.length > 0) expect(owed).toBe(true);
          for (const event of decided) {
            const place = { stream: withdrawalStream(WITHDRAWAL_ID), revision: events.length, at: START };
            events.push(event);
            state = withdrawalDecider.evolve(state, recorded(event, place));
          }
        }
        const count = (type: WithdrawalEvent['type']) => events.filter((one) => one.type === type).length;
        expect(events.length === 0 || events[0]?.type === 'WithdrawalDeclared').toBe(true);
        for (const type of ['WithdrawalDeclared', 'WithdrawalReceiptSent', 'WithdrawalClosed'] as const)
          expect(count(type)).toBeLessThanOrEqual(1);
        expect(count('WithdrawalKeyDestroyed')).toBeLessThanOrEqual(1);
        expect(count('WithdrawalReceiptFailed')).toBeLessThanOrEqual(MAIL_FAILURES_MAX + 1);
      }),
    );
  });

  it('gives the same state if the declaration is missing', () => {
    const events = history([declared, receiptFailed(), closed, receiptSent, keyDestroyed]);
    const fold = (all: typeof events) => all.reduce(withdrawalDecider.evolve, withdrawalDecider.initial);
    expect({ ...fold(events.map(erasedCopy<WithdrawalEvent>)), declaration }).toEqual(fold(events));
  });
});

function decidedOf(
  command: WithdrawalCommand,
  state: typeof withdrawalDecider.initial,
): readonly WithdrawalEvent[] {
  try {
    // Makes `CloseWithdrawal` name the event that declared this withdrawal.
    const about = state.declaredBy ?? ABOUT;
    const meant = command.type === 'CloseWithdrawal' ? { ...command, about } : command;
    return withdrawalDecider.decide(meant, state, contextAt(START));
  } catch (error) {
    if (error instanceof RuleBroken) return [];
    throw error;
  }
}
