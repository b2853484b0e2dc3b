import { oneOfEachCommand } from '../testing/commands.js';
import { day, given } from '../testing/given.js';
import {
  created,
  discarded,
  erased,
  holdLifted,
  holdSet,
  inPersonPaid,
  inPersonSealed,
  documentSent,
  keyDestroyed,
  obligationClosed,
  party1Signed,
  remoteSent,
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
  it('stays quiet the second time', () => {
    given(created, erased).when(erase).thenNothing();
    given(created, erased, keyDestroyed).when(erase).thenNothing();
  });
  it('refuses under legal hold, and not after', () => {
    given(created, holdSet).when(erase).thenRefused('legal_hold');
    given(created, holdSet, holdLifted).when(erase).then(erased);
  });
  it('of what had been erased before a restore is not stopped by a hold that the restored log has', () => {
    const again = { type: 'EraseNda', reason: 'restored' } as const;
    const erasedAgain = { type: 'NdaErased', open: { reason: 'restored' } } as const;
    given(created, holdSet).when(again).then(erasedAgain);
    given(...inPersonPaid)
      .when(again)
      .then(erasedAgain);
    given(created, erased).when(again).thenNothing();
  });
  it('of drafts leaves alone what was signed in the meantime', () => {
    const drafts = { ...retention, unsignedOnly: true };
    given(created, party1Signed()).when(drafts).thenNothing();
    given(created).when(drafts).then(byRetention);
    given(created, discarded).when(drafts).then(byRetention);
  });
  it('for retention waits while something is owed', () => {
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
  it('stays quiet the second time', () => given(created, erased, keyDestroyed).when(record).thenNothing());
  it('refuses where no erasure was decided', () => given(created).when(record).thenRefused('not_found'));
});

describe('legal hold', () => {
  const set = { type: 'SetLegalHold', reason: 'Case 12 O 34/26' } as const;
  const lift = { type: 'LiftLegalHold', reason: 'Case closed' } as const;
  it('SetLegalHold sets it once', () => {
    given(created).when(set).then(holdSet);
    given(created, holdSet).when(set).thenNothing();
    given(created, discarded).when(set).then(holdSet);
  });
  it('LiftLegalHold lifts what was set', () => {
    given(created, holdSet).when(lift).then(holdLifted);
    given(created).when(lift).thenNothing();
    given(created, holdSet, holdLifted).when(lift).thenNothing();
  });
  it('can be set again', () => given(created, holdSet, holdLifted).when(set).then(holdSet));
});

describe('CloseObligation', () => {
  const close = oneOfEachCommand.CloseObligation;
  it('is recorded once for each event', () => {
    given(created).when(close).then(obligationClosed);
    given(created, obligationClosed)
      .when({ ...close, note: 'again' })
      .thenNothing();
  });
  it('needs no note', () =>
    given(created)
      .when({ ...close, note: undefined })
      .then({ type: 'ObligationClosed', open: { about: 'event-9', by: 'admin' } }));
  it('drops the note after an erasure', () =>
    given(created, erased)
      .when(close)
      .then({ type: 'ObligationClosed', open: { about: 'event-9', by: 'admin' } }));
});
