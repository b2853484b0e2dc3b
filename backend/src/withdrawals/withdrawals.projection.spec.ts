import { erasedCopy } from '../eventsourcing/journal/testing/recorded.js';
import { history, START, WITHDRAWAL_ID } from './model/testing/given.js';
import {
  ABOUT,
  closed,
  declared,
  declaredWith,
  keyDestroyed,
  receiptFailed,
  receiptSent,
} from './model/testing/samples.js';
import type { WithdrawalEvent } from './model/withdrawal.events.js';
import type { WithdrawalRow } from './withdrawal-row.js';
import { withdrawalsProjection } from './withdrawals.projection.js';

type Events = ReturnType<typeof history>;
const folded = (events: Events): WithdrawalRow | undefined =>
  events.reduce<WithdrawalRow | undefined>((row, event) => {
    const next = withdrawalsProjection.fold(row, event);
    return typeof next === 'symbol' ? undefined : next;
  }, undefined);
const of = (...steps: Parameters<typeof history>[0][number][]) => folded(history(steps));

describe('the row of a withdrawal', () => {
  it('begins with the declaration, but does not reveal anything of it', () => {
    expect(of(declared)).toMatchObject({
      id: WITHDRAWAL_ID,
      revision: 0,
      number: expect.stringMatching(/^W-[A-Z2-7]{10}$/),
      declaredAt: START,
      declaredByEvent: ABOUT,
      receiptOwed: true,
      receiptSentAt: null,
      closedAt: null,
    });
    expect(JSON.stringify(of(declared, receiptFailed(), closed))).not.toMatch(/Grace|Zweimal|S-MZX/);
  });

  it('counts the attempts to send the receipt, and has the time of the next', () => {
    expect(of(declared, receiptFailed({ attempt: 2, pauseMs: 60_000 }))).toMatchObject({
      receiptOwed: true,
      attempts: 2,
      lastError: 'mail_unreachable',
      nextTryAt: '2026-11-02T10:01:00.000Z',
    });
    expect(of(declared, receiptFailed(), receiptSent)).toMatchObject({
      receiptOwed: false,
      receiptSentAt: START,
      attempts: 0,
      lastError: null,
      nextTryAt: null,
    });
    expect(of(declared, receiptFailed({ code: 'mail_given_up', pauseMs: null }))).toMatchObject({
      receiptOwed: false,
      lastError: 'mail_given_up',
      nextTryAt: null,
    });
  });

  it('still owes the receipt after the answer, but not after the retention', () => {
    expect(of(declared, closed)).toMatchObject({ receiptOwed: true, closedAt: START });
    expect(of(declared, keyDestroyed)).toMatchObject({ receiptOwed: false, sealed: {}, closedAt: null });
  });

  it('never owes a withheld receipt', () => {
    expect(of(declaredWith('withheld'))).toMatchObject({ receiptOwed: false, closedAt: null });
    expect(of(declaredWith('withheld'), closed)).toMatchObject({ receiptOwed: false, closedAt: START });
    for (const receipt of [null, 'whole'] as const)
      expect(of(declaredWith(receipt))).toMatchObject({ receiptOwed: true });
  });

  it('keeps the declaration in sealed form until its key is destroyed', () => {
    const [first, ...more] = history([declared, closed, keyDestroyed]);
    if (first === undefined) throw new Error('no history');
    const place = { stream: first.stream, revision: 0, eventId: first.id, type: 'WithdrawalDeclared.v1' };
    const sealed = { ...place, keyId: 'key-1', bytes: Buffer.from('sealed') };
    const events = [{ ...first, sealed }, ...more];
    expect(folded(events.slice(0, 2))?.sealed).toMatchObject({
      declared: { keyId: 'key-1', bytes: 'c2VhbGVk' },
    });
    expect(folded(events)?.sealed).toEqual({});
  });

  it('has the same values if the declaration is missing', () => {
    const events = history([declared, receiptFailed(), closed, receiptSent]);
    expect(folded(events.map(erasedCopy<WithdrawalEvent>))).toMatchObject({ ...folded(events), sealed: {} });
  });
});
