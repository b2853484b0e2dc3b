import fc from 'fast-check';
import type { NdaEvent } from './nda.events.js';
import { day, history, on, stateAfter } from './testing/given.js';
import { randomHistories } from './testing/histories.js';
import { inPersonPaid, inPersonSealed, remotePaid, remoteSigned } from './testing/sample-histories.js';
import * as sample from './testing/samples.js';

type Steps = Parameters<typeof history>[0][number][];
const { created, erased, keyDestroyed } = sample;
const remoteInvited = [...remotePaid, sample.invited({ linkId: sample.LINK_ID })];
const remoteSent = [...remoteInvited, sample.invitationSent];

const open = (...steps: Steps) => stateAfter(...steps).obligations.open;
/** Returns the kinds of the open obligations, each with its party. */
const kinds = (...steps: Steps): string[] =>
  open(...steps).map(({ kind, party }) => (party === null ? kind : `${kind} ${party}`));
const of = (kind: string, ...steps: Steps) => open(...steps).find((one) => one.kind === kind);
/** Returns the id of the nth event of a history, counted from 1. */
const nth = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const closed = (n: number): NdaEvent => ({
  type: 'ObligationClosed',
  open: { about: nth(n), by: 'admin' },
});
const givenUp = sample.mailFailed({ kind: 'document', party: 2, code: 'mail_given_up' });

describe('an obligation that the service works on', () => {
  it('does not exist for a new draft', () => expect(kinds(created)).toEqual([]));

  it('is an invitation from the payment until a mail server accepted its mail', () => {
    expect(of('invitation', ...remotePaid)).toMatchObject({ id: nth(3), party: 2, until: null });
    expect(of('invitation', ...remoteInvited)).toMatchObject({ id: nth(4), until: day(14) });
    expect(kinds(...remoteInvited)).toEqual(['invitation 2']);
    expect(kinds(...remoteSent)).toEqual([]);
  });

  it('is any other mail, with the results of its failed attempts', () => {
    expect(of('mail', ...remoteSent, on(2, sample.reminded()))).toMatchObject({
      id: nth(6),
      since: day(2),
      reference: 'reminder',
      attempts: 0,
      until: day(9),
    });
    const failure = {
      kind: 'reminder',
      party: 2,
      about: nth(6),
      code: 'mail_unreachable',
      attempt: 2,
    } as const;
    const told = sample.mailFailed({ ...failure, permanent: false });
    expect(of('mail', ...remoteSent, on(2, sample.reminded()), on(3, told))).toMatchObject({
      id: nth(6),
      since: day(2),
      attempts: 2,
      lastError: 'mail_unreachable',
      nextTryAt: new Date(Date.parse(day(3)) + 60_000).toISOString(),
    });
    expect(kinds(...remoteSent, sample.reminded(), sample.cancelled())).toEqual(['mail 2']);
    // A mail is not owed yet while it waits until the invitation is accepted.
    expect(kinds(...remoteInvited, sample.cancelled())).toEqual([]);
  });

  it('is the document until it was sent to both, or until the service gave up', () => {
    expect(of('document', ...inPersonPaid)).toMatchObject({ id: nth(inPersonPaid.length), party: null });
    expect(kinds(...inPersonSealed)).toEqual(['document']);
    expect(kinds(...inPersonSealed, sample.documentSent(1))).toEqual(['document 2']);
    const both = [...inPersonSealed, sample.documentSent(1), sample.documentSent(2), sample.sent];
    expect(kinds(...both)).toEqual([]);
    expect(kinds(...inPersonSealed, sample.documentSent(1), givenUp)).toEqual(['bounce 2']);
    expect(kinds(...inPersonSealed, givenUp)).toEqual(['document 1', 'bounce 2']);
    expect(of('document', ...inPersonSealed)?.what).toBe('document');
    // The document stays owed while it does not exist, even if its mails were given up.
    expect(kinds(...inPersonPaid, givenUp)).toEqual(['document', 'bounce 2']);
    expect(
      kinds(...inPersonPaid, givenUp, { ...givenUp, open: { ...givenUp.open, party: 1 } } as NdaEvent),
    ).toEqual(['document', 'bounce 2', 'bounce 1']);
  });

  it('stays the document if it cannot be made, and restarts the attempts once it is made', () => {
    const stuck: NdaEvent = {
      type: 'DeliveryFailed',
      open: { stage: 'making', party: null, code: 'input_missing', attempt: 8 },
    };
    const told = { attempts: 8, lastError: 'input_missing', nextTryAt: null };
    expect(of('document', ...inPersonPaid, stuck)).toMatchObject(told);
    const paused = { ...stuck, open: { ...stuck.open, pauseMs: 1000 } } as NdaEvent;
    expect(of('document', ...inPersonPaid, paused)).toMatchObject(told);
    expect(of('document', ...inPersonPaid, stuck, sample.sealed)).toMatchObject({
      id: nth(inPersonPaid.length),
      attempts: 0,
      lastError: null,
    });
  });

  it('is an unwanted intent until it is over', () => {
    const asked = [created, sample.party1Signed({ party1PaysForBoth: true }), sample.requested(398)];
    expect(kinds(...asked, sample.intentOpened())).toEqual([]);
    const unwanted = [...asked, sample.intentOpened(), sample.madeInPerson(false)];
    const intent = { id: nth(5), party: 1, reference: 'pi_1', amount: 398, currency: 'EUR' };
    expect(of('intent', ...unwanted)).toMatchObject(intent);
    expect(of('intent', ...unwanted, sample.requested(199, { attempt: 2 }))).toMatchObject(intent);
    expect(kinds(...unwanted, sample.failed({ final: true }))).toEqual([]);
    expect(kinds(...asked, sample.voucherApplied(398))).toEqual(['intent 1']);
    expect(kinds(...asked, erased)).toEqual(['intent 1', 'key-destruction']);
    expect(kinds(...asked, sample.discarded)).toEqual(['intent 1']);
  });

  it('is separate for each intent of an attempt, and not affected by the others', () => {
    const asked = [created, sample.party1Signed({ party1PaysForBoth: true }), sample.requested(398)];
    const unwanted = [...asked, on(1, sample.voucherApplied(398))];
    expect(open(...unwanted)).toMatchObject([{ id: nth(4), since: day(1), reference: null }]);
    const known = [...unwanted, on(2, sample.intentOpened())];
    expect(open(...known)).toMatchObject([{ id: nth(4), since: day(1), reference: 'pi_1' }]);
    const second = [...known, on(3, sample.intentOpened({ paymentIntentId: 'pi_2' }))];
    const third = [...second, on(4, sample.intentOpened({ paymentIntentId: 'pi_3' }))];
    expect(open(...third)).toMatchObject([
      { id: nth(4), since: day(1), reference: 'pi_1' },
      { id: nth(6), since: day(3), reference: 'pi_2' },
      { id: nth(7), since: day(4), reference: 'pi_3' },
    ]);
    expect(new Set(open(...third).map(({ what }) => what)).size).toBe(3);
  });

  it('is the document to both parties even if another mail to one of them was given up', () => {
    const other = sample.mailFailed({ kind: 'continue', party: 1, code: 'mail_given_up' });
    expect(kinds(...inPersonSealed, other)).toEqual(['document']);
  });

  it('changes only with a failure of its own mail', () => {
    const reminder = { kind: 'reminder', party: 2, about: nth(6), attempt: 3 } as const;
    const two = [...remoteSent, sample.reminded(), sample.continueLinkRequested()];
    const failed = open(...two, sample.mailFailed(reminder));
    expect(failed.map(({ reference, attempts }) => [reference, attempts])).toEqual([
      ['reminder', 3],
      ['continue', 0],
    ]);
    const document = open(...inPersonSealed, sample.continueLinkRequested(), sample.mailFailed());
    expect(document.map(({ kind, attempts }) => [kind, attempts])).toEqual([
      ['mail', 0],
      ['document', 1],
    ]);
  });

  it('keeps the results of attempts to send other mails when the document is made', () => {
    const attempts = (...steps: Steps) =>
      open(...inPersonPaid, sample.continueLinkRequested(), ...steps).map((one) => [one.kind, one.attempts]);
    const ofMail = { kind: 'continue', party: 1, about: nth(inPersonPaid.length + 1), attempt: 3 } as const;
    expect(attempts(sample.deliveryFailed, sample.mailFailed(ofMail))).toEqual([
      ['mail', 3],
      ['document', 1],
    ]);
    expect(attempts(sample.deliveryFailed, sample.mailFailed(ofMail), sample.sealed)).toEqual([
      ['mail', 3],
      ['document', 0],
    ]);
    expect(attempts(sample.deliveryFailed)).toEqual([
      ['mail', 0],
      ['document', 1],
    ]);
  });

  it('is the key of an erased NDA until it is destroyed', () => {
    expect(of('key-destruction', created, erased)).toMatchObject({ id: nth(2) });
    expect(kinds(created, erased, keyDestroyed)).toEqual([]);
    expect(kinds(...inPersonSealed, erased)).toEqual(['key-destruction']);
    expect(kinds(...remoteInvited, erased)).toEqual(['key-destruction']);
  });
});

describe('an obligation that a person ends', () => {
  const due = sample.refundDue(199);

  it('is a refund until it is paid in full or closed, also after an erasure', () => {
    expect(of('refund', created, due)).toMatchObject({
      id: nth(2),
      party: 1,
      reference: 'pi_1',
      amount: 199,
      currency: 'EUR',
    });
    expect(kinds(created, due, sample.refunded(199))).toEqual([]);
    expect(kinds(created, due, closed(2))).toEqual([]);
    expect(kinds(created, due, erased, keyDestroyed)).toEqual(['refund 1']);
  });

  it('stays open after a refund in part, in another currency or of another payment', () => {
    const back = (totalRefunded: number, currency = 'EUR', paymentIntentId = 'pi_1'): NdaEvent => ({
      type: 'PaymentRefunded',
      open: { paymentIntentId, totalRefunded, currency },
    });
    expect(kinds(created, due, back(100))).toEqual(['refund 1']);
    expect(kinds(created, due, back(100), back(100))).toEqual(['refund 1']);
    expect(kinds(created, due, back(100), back(199))).toEqual([]);
    expect(kinds(created, due, back(199, 'USD'))).toEqual(['refund 1']);
    expect(kinds(created, due, back(199, 'EUR', 'pi_11'))).toEqual(['refund 1']);
    expect(kinds(created, back(199), due)).toEqual([]);
  });

  it('names the amount that is left of a refund, not the amount that became due', () => {
    const left = (...steps: Steps) => open(created, due, ...steps).map(({ amount }) => amount);
    expect(left()).toEqual([199]);
    expect(left(sample.refunded(99))).toEqual([100]);
    expect(left(sample.refunded(99), sample.refunded(198))).toEqual([1]);
    expect(left(sample.refunded(150), sample.refunded(99))).toEqual([100]);
    expect(left(sample.refunded(99), sample.continueLinkRequested())).toContain(100);
    expect(open(created, sample.refunded(99), due)).toMatchObject([{ id: nth(3), amount: 100 }]);
  });

  it('is reduced by a lost dispute, and names the whole amount again if the appeal is won', () => {
    const left = (...steps: Steps) =>
      open(created, due, ...steps).flatMap(({ kind, id, amount }) =>
        kind === 'refund' ? [`${id === nth(2)} ${amount}`] : [],
      );
    expect(left(sample.chargedBack('opened'))).toEqual(['true 199']);
    expect(left(sample.chargedBack('lost', 'pi_1', 99))).toEqual(['true 100']);
    const lost = sample.chargedBack('lost');
    expect(left(lost)).toEqual([]);
    expect(left(lost, sample.chargedBack('won'))).toEqual(['true 199']);
    expect(left(lost, sample.chargedBack('won'), closed(2))).toEqual([]);
    expect(left(closed(2), lost, sample.chargedBack('won'))).toEqual([]);
  });

  it('is each of two refunds of one payment, of which money that went back ends the older one first', () => {
    const left = (...steps: Steps) =>
      open(created, due, sample.refundDue(50), ...steps).map(({ amount }) => amount);
    expect(left()).toEqual([199, 50]);
    expect(left(sample.refunded(99))).toEqual([100, 50]);
    expect(left(sample.refunded(209))).toEqual([40]);
    expect(left(sample.refunded(249))).toEqual([]);
    expect(left(sample.refunded(99), closed(2))).toEqual([50]);
  });

  it('is a refund again if the paid refund fails later, unless a person closed the obligation', () => {
    const begun = [created, sample.party1Signed(), sample.requested(199), sample.intentOpened()];
    const over = [...begun, due, sample.refunded(199)];
    const failed = [...over, on(3, sample.refunded(99))];
    expect(open(...failed)).toMatchObject([
      { kind: 'refund', id: nth(5), party: 1, reference: 'pi_1', amount: 100, since: day(3) },
    ]);
    expect(open(...failed)[0]?.what).toBe(open(...begun, due)[0]?.what);
    expect(stateAfter(...over).obligations.over).toEqual([nth(5)]);
    expect(stateAfter(...over, sample.continueLinkRequested()).obligations.over).toEqual([nth(5)]);
    expect(stateAfter(...failed).obligations.over).toEqual([]);
    expect(kinds(...failed, closed(5))).toEqual([]);
    expect(kinds(...failed, closed(5), sample.refunded(0))).toEqual([]);
    expect(kinds(...failed, sample.refunded(199))).toEqual([]);
    expect(kinds(...failed, sample.refunded(199), sample.refunded(0))).toEqual(['refund 1']);
    expect(kinds(...begun, due, closed(5), sample.refunded(199), sample.refunded(99))).toEqual([]);
  });

  it('is separate for each refund', () => {
    const other = sample.refundDue(50, { paymentIntentId: 'pi_2' });
    const ids = (...steps: Steps) => open(...steps).map(({ id }) => id);
    expect(ids(created, due, other, closed(2))).toEqual([nth(3)]);
    expect(ids(created, due, other, sample.refunded(50, 'pi_2'))).toEqual([nth(2)]);
    const over = [created, due, other, sample.refunded(199), sample.refunded(50, 'pi_2')];
    expect(stateAfter(...over, closed(2)).obligations).toEqual({ open: [], over: [nth(2), nth(3)] });
    const again = stateAfter(...over, sample.refunded(99)).obligations;
    expect([again.open.map(({ id }) => id), again.over]).toEqual([[nth(2)], [nth(3)]]);
  });

  it('is separate for each chargeback', () => {
    const both = [created, sample.chargedBack('opened'), sample.chargedBack('opened', 'pi_2')];
    const left = open(...both, sample.chargedBack('won', 'pi_2'));
    expect(left).toMatchObject([{ kind: 'chargeback', id: nth(2), reference: 'pi_1' }]);
  });

  it('is a chargeback until it is decided or closed, also after an erasure', () => {
    const asked = [created, sample.party1Signed(), sample.requested(199), sample.intentOpened()];
    const taken = [...asked, sample.paid(199), sample.chargedBack('opened')];
    expect(of('chargeback', ...taken)).toMatchObject({
      id: nth(taken.length),
      party: 1,
      reference: 'pi_1',
      amount: 199,
      currency: 'EUR',
    });
    const confirmed = [...taken, sample.orderConfirmed(nth(asked.length + 1))];
    for (const outcome of ['won', 'lost'] as const)
      expect(kinds(...confirmed, sample.chargedBack(outcome))).toEqual([]);
    const more = [...confirmed, sample.chargedBack('opened', 'pi_1', 150)];
    expect(open(...more)).toMatchObject([{ kind: 'chargeback', id: nth(more.length), amount: 150 }]);
    expect(kinds(...confirmed, closed(taken.length))).toEqual([]);
    expect(kinds(...taken, erased, keyDestroyed)).toEqual(['chargeback 1']);
    expect(kinds(...asked, sample.paid(199), sample.chargedBack('lost'))).toEqual(['mail 1']);
  });

  it('is a chargeback for as long as one of several disputes of the payment is undecided', () => {
    const asked = [created, sample.party1Signed(), sample.requested(199), sample.intentOpened()];
    const paid = [...asked, sample.paid(199), sample.orderConfirmed(nth(asked.length + 1))];
    const lost = (undecided: number) => sample.chargedBack('lost', 'pi_1', 100, 2, undecided);
    const both = [...paid, sample.chargedBack('opened', 'pi_1', 199, 2)];
    const one = [...both, lost(99)];
    expect(open(...one)).toMatchObject([{ kind: 'chargeback', id: nth(one.length), amount: 99, party: 1 }]);
    expect(kinds(...one, lost(0))).toEqual([]);
    expect(kinds(...one, closed(one.length))).toEqual([]);
    const later = [...paid, sample.chargedBack('lost', 'pi_1', 100), lost(99)];
    expect(open(...later)).toMatchObject([{ kind: 'chargeback', id: nth(later.length), amount: 99 }]);
  });

  it('is one chargeback, however often the reports about it change', () => {
    const asked = [created, sample.party1Signed(), sample.requested(199), sample.intentOpened()];
    const paid = [...asked, sample.paid(199), sample.orderConfirmed(nth(asked.length + 1))];
    const again = [...paid, sample.chargedBack('opened'), sample.chargedBack('opened', 'pi_1', 199, 2)];
    expect(open(...again)).toMatchObject([{ kind: 'chargeback', id: nth(again.length) }]);
  });

  it('is a dispute until it is closed or the NDA is erased', () => {
    const disputed = [...remoteSigned, sample.disputed];
    expect(of('dispute', ...disputed)).toMatchObject({ id: nth(disputed.length), party: 2 });
    expect(of('dispute', ...disputed, closed(disputed.length))).toBeUndefined();
    expect(kinds(...disputed, erased)).toEqual(['key-destruction']);
  });

  it('is a document whose mail bounced or was given up, until the problem is resolved', () => {
    const bounced = [...inPersonSealed, sample.documentSent(2), sample.mailBounced];
    expect(of('bounce', ...bounced)).toMatchObject({
      id: nth(bounced.length),
      party: 2,
      reference: 'document-2',
      lastError: 'bounced',
    });
    const delivered: NdaEvent = {
      type: 'MailDelivered',
      open: { kind: 'document', party: 2, messageId: 'document-2' },
    };
    const passing = sample.bounced({ permanent: false, code: 'blocked' });
    expect(of('bounce', ...inPersonSealed, sample.documentSent(2), passing, delivered)).toBeUndefined();
    // After a permanent bounce the document counts as not delivered, even if a later report says that the
    // mail was delivered.
    expect(of('bounce', ...bounced, delivered)).toBeDefined();
    expect(of('bounce', ...bounced, closed(bounced.length))).toBeUndefined();
    expect(of('bounce', ...bounced, erased)).toBeUndefined();
    // Several bounces open only one obligation. After that obligation is closed, the next bounce opens a new
    // one.
    const again = sample.bounced({ messageId: 'document-3' });
    expect(of('bounce', ...bounced, again)?.id).toBe(nth(bounced.length));
    expect(of('bounce', ...bounced, closed(bounced.length), again)?.id).toBe(nth(bounced.length + 2));
    expect(of('bounce', ...inPersonSealed, givenUp, sample.documentSent(2))).toBeUndefined();
  });

  it('ends when a person closes it, even if the present rules would not have opened it', () =>
    expect(stateAfter(created, closed(9)).obligations).toEqual({ open: [], over: [nth(9)] }));

  it('is one bounce of a document and another of an order confirmation, whatever else is owed', () => {
    const again = sample.bounced({ messageId: 'document-3' });
    const twice = [...inPersonSealed, sample.documentSent(2), sample.mailBounced, again];
    expect(kinds(...twice)).toEqual(['mail 1', 'document 1', 'bounce 2']);
    const asked = [created, sample.party1Signed(), sample.requested(199), sample.intentOpened()];
    const confirmed = [...asked, sample.paid(199), sample.orderConfirmed(nth(5))];
    const order = sample.bounced({ kind: 'order', party: 1, messageId: 'order-1' });
    expect(kinds(...confirmed, order)).toEqual(['bounce 1']);
  });

  it('is still the bounce of an order confirmation if the document arrives after all', () => {
    const asked = [created, sample.party1Signed(), sample.requested(199), sample.intentOpened()];
    const paid = [...asked, sample.paid(199), sample.orderConfirmed(nth(5))];
    const sent = [...paid, sample.party2Signed(), sample.completed, sample.sealed, sample.documentSent(1)];
    const ofOrder = sample.bounced({ kind: 'order', party: 1, messageId: 'order-1' });
    const ofDocument = sample.bounced({ party: 1, messageId: 'document-1', permanent: false, code: 'full' });
    const bounces = (...more: Steps) =>
      open(...sent, ofOrder, ofDocument, ...more).flatMap(({ kind, what }) =>
        kind === 'bounce' ? what : [],
      );
    expect(bounces()).toEqual(['bounce:order:1', 'bounce:document:1']);
    expect(bounces(sample.mailDelivered)).toEqual(['bounce:order:1']);
  });

  it('is not opened by a bounce of a mail to an earlier address', () => {
    const sent = [...inPersonSealed, sample.documentSent(1), sample.ownAddressCorrected()];
    const late = sample.bounced({ party: 1, messageId: 'document-1' });
    expect(stateAfter(...sent, late).obligations.over).toEqual([]);
  });

  it('is not opened by a bounce of a mere notice', () =>
    expect(stateAfter(...remoteSent, sample.bounced({ kind: 'invitation' })).obligations).toMatchObject({
      open: [{ kind: 'mail' }],
      over: [],
    }));
});

describe('in any history', () => {
  it('every obligation is owed only once, is either over or open, and never begins before its event', () => {
    fc.assert(
      fc.property(randomHistories, ({ steps, end }) => {
        const times = new Map(steps.map(({ event }) => [event.id, event.at]));
        for (const { open: before, over } of [...steps.map((one) => one.before), end].map(
          ({ obligations }) => obligations,
        )) {
          const keys = before.map(({ what }) => what);
          expect(new Set(keys).size).toBe(keys.length);
          expect(new Set(over).size).toBe(over.length);
          for (const { id, since } of before) expect(since >= (times.get(id) ?? 'unknown')).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });
});
