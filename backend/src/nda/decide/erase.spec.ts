import type { NdaEvent } from '../nda.events.js';
import { day, given, stateAfter } from '../testing/given.js';
import { inPersonPaid, inPersonSealed, remoteSent, remoteSigned } from '../testing/sample-histories.js';
import {
  created,
  discarded,
  erased,
  holdLifted,
  holdSet,
  disputed,
  documentSent,
  keyDestroyed,
  party1Signed,
  refundDue,
  refunded,
  sent,
} from '../testing/samples.js';

describe('EraseNda', () => {
  const erase = { type: 'EraseNda', reason: 'admin' } as const;
  const retention = { type: 'EraseNda', reason: 'retention' } as const;
  const byRetention = { type: 'NdaErased', open: { reason: 'retention' } } as const;

  it('erases at any time', () => {
    given(created).when(erase).then(erased);
    given(...inPersonPaid)
      .when(erase)
      .then(erased);
    given(created, discarded).when(erase).then(erased);
  });
  it('records nothing the second time', () => {
    given(created, erased).when(erase).thenNothing();
    given(created, erased, keyDestroyed).when(erase).thenNothing();
  });
  it('refuses during a legal hold, and no longer after it', () => {
    given(created, holdSet).when(erase).thenRefused('legal_hold');
    given(created, holdSet, holdLifted).when(erase).then(erased);
  });
  it('repeats an erasure from before a restore despite a legal hold in the restored log', () => {
    const again = { type: 'EraseNda', reason: 'restored' } as const;
    const erasedAgain = { type: 'NdaErased', open: { reason: 'restored' } } as const;
    given(created, holdSet).when(again).then(erasedAgain);
    given(...inPersonPaid)
      .when(again)
      .then(erasedAgain);
    given(created, erased).when(again).thenNothing();
  });
  it('as an old draft does not erase a draft that was signed in the meantime', () => {
    const drafts = { ...retention, unsignedFor: 0 };
    given(created, party1Signed()).when(drafts).thenNothing();
    given(created).when(drafts).then(byRetention);
    given(created, discarded).when(drafts).then(byRetention);
  });
  it('as an old draft depends on the day of the creation event, not on a row', () => {
    const drafts = { ...retention, unsignedFor: 30 };
    const madeAt = Date.parse(stateAfter(created).createdAt);
    const after = (days: number): string => new Date(madeAt + days * 86_400_000).toISOString();
    given(created)
      .when(drafts, after(30 - 0.001))
      .thenNothing();
    given(created).when(drafts, after(30)).then(byRetention);
  });
  it('for retention is not done while something is owed', () => {
    given(...inPersonPaid)
      .when(retention)
      .thenNothing();
    given(...remoteSent)
      .when(retention, day(6))
      .thenNothing();
    given(...remoteSent)
      .when(retention, day(7))
      .then(byRetention);
    given(...inPersonSealed, documentSent(1), documentSent(2), sent)
      .when(retention)
      .then(byRetention);
    given(created).when(retention).then(byRetention);
  });
});

describe('RecordKeyDestroyed', () => {
  const record = {
    type: 'RecordKeyDestroyed',
    keyId: 'key-1',
    destroyedAt: day(9),
    receiptKeyId: 'receipt-1',
    receiptSignature: 'c2lnbmF0dXJl',
  } as const;
  it('records the destruction with its receipt', () =>
    given(created, erased).when(record).then(keyDestroyed));
  it('records nothing the second time', () =>
    given(created, erased, keyDestroyed).when(record).thenNothing());
  it('refuses if no erasure was decided', () => given(created).when(record).thenRefused('not_found'));
});

describe('legal hold', () => {
  const set = { type: 'SetLegalHold', reason: 'Case 12 O 34/26' } as const;
  const lift = { type: 'LiftLegalHold', reason: 'Case closed' } as const;
  it('SetLegalHold sets it once', () => {
    given(created).when(set).then(holdSet);
    given(created, holdSet).when(set).thenNothing();
    given(created, discarded).when(set).then(holdSet);
  });
  it('LiftLegalHold lifts the hold', () => {
    given(created, holdSet).when(lift).then(holdLifted);
    given(created).when(lift).thenNothing();
    given(created, holdSet, holdLifted).when(lift).thenNothing();
  });
  it('LiftLegalHold needs no reason', () =>
    given(created, holdSet).when({ type: 'LiftLegalHold' }).then({ type: 'LegalHoldLifted', open: {} }));
  it('ends with an erasure, which a hold permits only after a restore', () => {
    given(created, erased).when(set).thenRefused('nda_erased');
    given(created, holdSet, erased).when(lift).thenRefused('nda_erased');
  });
  it('can be set again', () => given(created, holdSet, holdLifted).when(set).then(holdSet));
});

describe('CloseObligation', () => {
  const back = refundDue(199, { reason: 'erased' });
  /** Returns the id of the n-th event. `given` numbers the events from 1. */
  const nth = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
  const close = (n: number, note?: string) =>
    ({ type: 'CloseObligation', about: nth(n), by: 'admin', note }) as const;
  const closed = (n: number, note?: string): NdaEvent => ({
    type: 'ObligationClosed',
    open: { about: nth(n), by: 'admin' },
    ...(note === undefined ? {} : { personal: { note } }),
  });

  it('is recorded once for each obligation that a person ends', () => {
    given(created, back).when(close(2, 'By transfer')).then(closed(2, 'By transfer'));
    given(created, back, closed(2)).when(close(2, 'again')).thenNothing();
    given(...remoteSigned, disputed)
      .when(close(remoteSigned.length + 1))
      .then(closed(remoteSigned.length + 1));
  });
  it('drops the note after an erasure', () =>
    given(created, erased, back).when(close(3, 'By transfer')).then(closed(3)));
  it('records nothing when the obligation has already ended by itself', () => {
    given(created, back, refunded(199)).when(close(2)).thenNothing();
    given(...remoteSigned, disputed, erased)
      .when(close(remoteSigned.length + 1))
      .thenNothing();
  });
  it('refuses an event without an obligation, whatever other obligations exist', () => {
    given(created, back).when(close(1)).thenRefused('not_found');
    given(created, back).when(close(9)).thenRefused('not_found');
  });
  it('refuses an obligation that the service ends by itself', () => {
    given(created, erased).when(close(2)).thenRefused('not_closable');
    given(...inPersonPaid)
      .when(close(inPersonPaid.length))
      .thenRefused('not_closable');
    given(created, erased, keyDestroyed).when(close(2)).thenRefused('not_found');
  });
  it('ends the dispute, not the mail about it', () =>
    expect(stateAfter(...remoteSigned, disputed, closed(remoteSigned.length + 1)).obligations).toMatchObject({
      open: expect.arrayContaining([expect.objectContaining({ kind: 'mail', reference: 'dispute' })]),
      over: [nth(remoteSigned.length + 1)],
    }));
});
