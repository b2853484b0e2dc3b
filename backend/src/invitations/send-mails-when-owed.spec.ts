import type { NdaEvent } from '../nda/nda.events.js';
import { history, NDA_ID } from '../nda/testing/given.js';
import { oneOfEach } from '../nda/testing/sample-histories.js';
import { addressCorrected, bounced, mailFailed, NEXT_TOKEN, reminded } from '../nda/testing/samples.js';
import { owedMails } from './owed-mails.sweep.js';
import { sendMailRequest } from './send-mail-request.js';
import { sendMailsWhenOwed } from './send-mails-when-owed.js';

const [eventId = ''] = history([oneOfEach.NdaCreated]).map(({ id }) => id);
const keysAfter = (event: NdaEvent): readonly (string | undefined)[] =>
  history([event]).flatMap((recorded) => sendMailsWhenOwed.react(recorded).map(({ key }) => key));
const mail = (kind: string): string => `mail:${NDA_ID}:${kind}:${eventId}`;
const all = `mails:${NDA_ID}`;

describe('send mails when owed', () => {
  it('queues the mail that an event may owe, and no other mail', () => {
    const asked = Object.values(oneOfEach)
      .map((event) => [event.type, keysAfter(event)] as const)
      .filter(([, keys]) => keys.length > 0);
    expect(Object.fromEntries(asked)).toEqual({
      PaymentSucceeded: [mail('order')],
      Party2Invited: [mail('invitation')],
      InvitationSent: [all],
      ReminderSent: [all],
      InvitationCancelled: [mail('cancellation')],
      InvitationExpired: [mail('expiry')],
      SignatureDisputed: [mail('dispute')],
      ContinueLinkRequested: [mail('continue')],
      MailBounced: [mail('delivery-problem')],
      Party1AddressCorrected: [all],
      Party2AddressCorrected: [all],
    });
  });

  it.each<[string, NdaEvent, readonly string[]]>([
    [
      'a corrected address',
      addressCorrected({ tokenHash: NEXT_TOKEN }),
      [mail('invitation'), mail('correction'), all],
    ],
    ['a reminder by the clock', reminded({ kind: 'day3' }), [mail('reminder')]],
    ['a refusal', mailFailed({ code: 'mail_refused', permanent: true }), [mail('delivery-problem')]],
    ['a bounce of a mail to Party 1', bounced({ party: 1 }), []],
    ['a bounce of a notice', bounced({ kind: 'cancellation' }), []],
    ['a temporary bounce', bounced({ permanent: false }), []],
    ['a mail given up', mailFailed({ code: 'mail_given_up', permanent: true }), []],
    ["Party 1's own dispute", { type: 'SignatureDisputed', open: { party: 1 } }, []],
  ])('follows %s', (_, event, keys) => expect(keysAfter(event)).toEqual(keys));

  it('queues only ids', () => {
    const errand = { ndaId: NDA_ID, eventId, kind: 'invitation' } as const;
    expect(sendMailRequest(errand)).toEqual({ task: 'send-mail', payload: errand, key: mail('invitation') });
  });
});

describe('owed mails', () => {
  it('use the same job that the event queues', async () => {
    const sweep = owedMails(async () => [
      { id: 'a place', ndaId: NDA_ID, owed: [{ about: eventId, kind: 'invitation' }] },
    ]);
    expect(await sweep.find(undefined)).toEqual({
      jobs: [sendMailRequest({ ndaId: NDA_ID, eventId, kind: 'invitation' })],
      next: undefined,
    });
  });
});
