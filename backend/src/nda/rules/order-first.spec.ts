import { idOf, stateAfter } from '../testing/given.js';
import { continueLinkRequested, created, mailFailed, orderConfirmed, paid } from '../testing/samples.js';
import { awaitsOrderMail, ORDER_MAIL_WAIT_MS } from './order-first.js';

describe('a mail that performs an order waits for the order confirmation (rule:order-mail-first)', () => {
  const failed = mailFailed({ kind: 'order', party: 1, about: idOf(1) });

  it.each([
    ['not if nothing was ordered', [created, continueLinkRequested()], false],
    ['from the payment on', [created, paid(199)], true],
    ['whatever else is owed', [created, paid(199), continueLinkRequested()], true],
    ['until it was confirmed', [created, paid(199), orderConfirmed(idOf(1))], false],
    ['until one attempt failed', [created, paid(199), failed], false],
    ['for each payment', [created, paid(199), failed, paid(199)], true],
  ])('%s', (_, events, awaits) => expect(awaitsOrderMail(stateAfter(...events))).toBe(awaits));

  it('checks again after two seconds', () => expect(ORDER_MAIL_WAIT_MS).toBe(2000));
});
