import { stateAfter } from '../testing/given.js';
import {
  inPersonComplete,
  inPersonPaid,
  inPersonSealed,
  remotePaid,
  remoteSigned,
  splitInvited,
} from '../testing/sample-histories.js';
import {
  completed,
  discarded,
  documentSent,
  erased,
  party2SignedRemotely,
  sent,
  voucherApplied,
} from '../testing/samples.js';
import {
  documentIsOwed,
  isCompleteAndPaid,
  isDeliverable,
  requireCompleteAndPaid,
  requireDocumentFor,
} from './document.js';
import { isFullyPaid } from './price.js';

describe('deliverable', () => {
  it('means complete and paid', () => {
    expect(isDeliverable(stateAfter(...inPersonPaid))).toBe(true);
    expect(isDeliverable(stateAfter(...remoteSigned))).toBe(true);
  });
  it.each([
    ['unsigned', remotePaid],
    ['unpaid', inPersonComplete],
    ['erased', [...inPersonPaid, erased]],
    ['discarded', [...inPersonPaid, discarded]],
    ['sent', [...inPersonSealed, documentSent(1), documentSent(2), sent]],
  ])('excludes an NDA that is %s', (_, events) => expect(isDeliverable(stateAfter(...events))).toBe(false));
  it('needs both shares in split mode', () => {
    const unpaid = [...splitInvited, party2SignedRemotely, completed];
    expect(isFullyPaid(stateAfter(...unpaid))).toBe(false);
    expect(isDeliverable(stateAfter(...unpaid))).toBe(false);
    expect(isDeliverable(stateAfter(...unpaid, voucherApplied(199, { party: 2 })))).toBe(true);
  });
});

describe('the document', () => {
  const paid = stateAfter(...inPersonPaid);
  const unpaid = stateAfter(...inPersonComplete);
  const draft = { ...paid, status: 'draft' } as const;
  const sent = { ...paid, status: 'sent' } as const;

  it('is due once both have signed and everything is paid', () => {
    expect([draft, unpaid, paid, sent].map(isCompleteAndPaid)).toEqual([false, false, true, true]);
    expect(() => requireCompleteAndPaid(draft)).toThrow('not_completed');
    expect(() => requireCompleteAndPaid({ ...unpaid, status: 'draft' })).toThrow('not_completed');
    expect(() => requireCompleteAndPaid(unpaid)).toThrow('payment_required');
    for (const nda of [paid, sent]) expect(() => requireCompleteAndPaid(nda)).not.toThrow();
  });

  it('is owed until it is sent', () =>
    expect([draft, unpaid, paid, sent].map(documentIsOwed)).toEqual([false, false, true, false]));

  it('is available to Party 1 once it is paid, and to the admin once both have signed', () => {
    expect(() => requireDocumentFor('party1', unpaid)).toThrow('payment_required');
    expect(() => requireDocumentFor('party1', paid)).not.toThrow();
    expect(() => requireDocumentFor('admin', unpaid)).not.toThrow();
    for (const reader of ['party1', 'admin'] as const)
      expect(() => requireDocumentFor(reader, draft)).toThrow('not_completed');
  });

  it('depends on which events exist, not on the order of signature and payment', () => {
    expect(isCompleteAndPaid(stateAfter(...inPersonPaid))).toBe(true);
    expect(isCompleteAndPaid(stateAfter(...remoteSigned))).toBe(true);
    expect(isCompleteAndPaid(stateAfter(...inPersonComplete))).toBe(false);
    expect(isCompleteAndPaid(stateAfter())).toBe(false);
  });
});
