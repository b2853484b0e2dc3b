import type { NdaEvent } from '../nda/nda.events.js';
import type { Step } from '../eventsourcing/journal/testing/given-when-then.js';
import { day, history, ndaAfter, NDA_ID, on } from '../nda/testing/given.js';
import { remotePaid } from '../nda/testing/sample-histories.js';
import {
  addressCorrected,
  bounced,
  cancelled,
  continueLinkRequested,
  consentGiven,
  created,
  disputed,
  expired,
  invitationSent,
  intentOpened,
  invited,
  LINK_ID,
  NEXT_LINK_ID,
  NEXT_TOKEN,
  opened,
  paid,
  party1SignedSplit,
  party1Signed,
  party1SignedRemote,
  party2SignedRemotely,
  personal,
  reminded,
  requested,
  terms,
  voucherApplied,
} from '../nda/testing/samples.js';
import { payConsentTexts } from '@siegel/contracts/agreement/consent';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import type { MailSite } from '../mail/mail-site.js';
import type { WrittenMail } from '../mail/written-mail.js';
import { LinkTokens } from '../vault/link-tokens.js';
import { owedMailsNow } from './owed-mail.js';
import { writeOwedMail } from './write-owed-mail.js';

const links = new LinkTokens(Buffer.alloc(32, 1));
const site: MailSite = {
  publicUrl: 'https://siegel.example',
  operator: 'Siegel',
  operatorLines: ['Siegel'],
  vatRate: null,
  contact: null,
  receivers: [],
  testMode: false,
};

/**
 * Writes the mail of this kind that is owed `days` days after the start. Expects that exactly one such mail
 * is owed.
 */
function written(kind: string, days: number, ...steps: readonly Step<NdaEvent>[]): WrittenMail {
  const events = history(steps);
  const state = ndaAfter(events);
  const now = day(days);
  const due = owedMailsNow({ state, events }, now).filter(({ mail }) => mail.kind === kind);
  expect(due).toHaveLength(1);
  const [only] = due;
  if (only === undefined) throw new Error('nothing is owed');
  return writeOwedMail({ state, terms, personal: state.personal ?? personal, links, site, now }, only);
}

const url = (path: string): string => `https://siegel.example${path}`;
const sign = (about: string) => url(`/sign/${links.make({ purpose: 'invitation', ndaId: NDA_ID, about })}`);
const decline = (address: number) => links.make({ purpose: 'decline', ndaId: NDA_ID, about: address });
const ndaUrl = url(`/nda/${NDA_ID}`);

const invitedNow = [...remotePaid, invited({ linkId: LINK_ID })];
const sentNow = [...invitedNow, invitationSent];
const correctedNow = addressCorrected({ tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID });
const split = [created, party1SignedSplit, voucherApplied(199), invited({ linkId: LINK_ID })];

describe('a mail that an event owes', () => {
  it('invites through the current link, and explains how to stop reminders', () => {
    const { text, replyTo } = written('invitation', 0, ...invitedNow);
    expect(text).toContain(sign(LINK_ID));
    expect(text).toContain(url(`/reminders/${decline(1)}`));
    expect(replyTo).toEqual({ name: personal.party1Name, address: personal.party1Email });
    const next = written('invitation', 0, ...sentNow, correctedNow);
    expect(next.text).toContain(sign(NEXT_LINK_ID));
    expect(next.text).toContain(url(`/reminders/${decline(2)}`));
  });

  it('states the last valid day of a link whose days begin late', () => {
    expect(written('invitation', 0, ...invitedNow).text).toMatch(/gültig bis: 9\.\sNovember/);
    expect(written('invitation', 2, ...invitedNow).text).toMatch(/gültig bis: 11\.\sNovember/);
  });

  it('states the price for Party 2', () => {
    const cost = (...steps: readonly NdaEvent[]) =>
      /Kosten: (.*)/.exec(written('invitation', 0, ...steps).text)?.[1];
    expect(cost(...invitedNow)).toBe('Für Sie kostenlos');
    expect(cost(...split)).toContain('zu zahlen');
    expect(cost(...split, requested(199, { party: 2 }), paid(199, { party: 2 }))).toContain('ist bezahlt');
  });

  it('confirms an order in the language of the consent, or otherwise of the NDA', () => {
    const asked = [created, party1SignedRemote, requested(398), intentOpened()];
    const { subject, text } = written('order', 0, ...asked, consentGiven({ language: 'en' }), paid(398));
    const number = orderNumber(NDA_ID, 1);
    expect(subject).toBe(`Order confirmation and receipt ${number}`);
    for (const words of [
      personal.party1Name,
      'Total price: €3.98',
      'Card ending in 4242',
      'pi_1',
      payConsentTexts('v1', 'en')?.earlyPerformance,
      url(`/withdraw?lang=en#order=${number}`),
    ])
      expect(text).toContain(words);
    const german = written('order', 0, ...asked, paid(199));
    expect(german.subject).toBe(`Bestellbestätigung und Zahlungsbeleg ${number}`);
    expect(german.text).toContain('Betrag dieser Zahlung: 1,99\u00a0€');
    expect(german.text).not.toContain('Ihre Erklärung');
  });

  it.each<[string, readonly NdaEvent[], string, string]>([
    ['sending', [created, party1Signed(), requested(199), paid(199)], 'Versand', '1,99'],
    [
      'its share',
      [created, party1SignedSplit, requested(199), paid(199)],
      'Ihr Anteil an der Einladung',
      '1,99',
    ],
    [
      "Party 2's share",
      [...split, requested(199, { party: 2 }), paid(199, { party: 2 })],
      'Ihr Anteil am Versand',
      '1,99',
    ],
  ])('names the ordered item: %s', (_, steps, item, total) => {
    const { text } = written('order', 0, ...steps);
    expect(text).toMatch(new RegExp(`Leistung: ${item}`));
    expect(text).toContain(`Gesamtpreis: ${total}`);
  });

  it('invites, and offers to decline reminders with one click', () => {
    const oneClick = (address: number) => `<${url(`/api/reminders/${decline(address)}/decline`)}>`;
    const invitation = written('invitation', 0, ...invitedNow);
    expect(invitation.headers['List-Unsubscribe']).toBe(oneClick(1));
    const next = written('invitation', 0, ...sentNow, correctedNow);
    expect(next.headers['List-Unsubscribe']).toBe(oneClick(2));
  });

  it('reminds, and offers to decline with one click', () => {
    const reminder = written('reminder', 3, ...sentNow, on(3, reminded({ kind: 'day3' })));
    expect(reminder.text).toContain('Noch 4 Tage');
    expect(reminder.text).toContain(sign(LINK_ID));
    expect(reminder.headers['List-Unsubscribe']).toBe(`<${url(`/api/reminders/${decline(1)}/decline`)}>`);
  });

  it.each([
    ['day3', 3, 'Noch 4 Tage zum Unterschreiben.'],
    ['day6', 6, 'Morgen ist der letzte Tag zum Unterschreiben.'],
    ['day6', 6.7, 'Heute ist der letzte Tag zum Unterschreiben.'],
  ] as const)('counts the days of the calendar: %s, day %d', (kind, days, words) => {
    const later = days + 15 / (24 * 60 * 60);
    const steps = [...sentNow, on(Math.floor(days), reminded({ kind, manualCount: 0 }))];
    expect(written('reminder', later, ...steps).text).toContain(words);
  });

  it('contains a link to continue that nobody else could make', () => {
    const { text } = written('continue', 0, created, continueLinkRequested());
    const token = links.make({ purpose: 'continue', ndaId: NDA_ID, about: LINK_ID });
    expect(text).toContain(url(`/continue/${token}`));
  });

  it.each<[string, readonly NdaEvent[], RegExp]>([
    ['cancellation', [...sentNow, cancelled()], /zurückgezogen/],
    ['correction', [...sentNow, correctedNow], /gilt nicht mehr/],
    ['expiry', [...sentNow, expired], /abgelaufen/],
    ['dispute', [...sentNow, party2SignedRemotely, disputed], /bestritten/],
    [
      'delivery-problem',
      [...sentNow, bounced({ kind: 'invitation', messageId: 'invitation-1' })],
      /berichtigen Sie sie/,
    ],
  ])('reports the event: %s', (kind, steps, words) => {
    const { text } = written(kind, 0, ...steps);
    expect(text).toMatch(words);
    expect(text).not.toContain('/sign/');
    const isToParty1 = !['cancellation', 'correction'].includes(kind);
    expect(text.includes(ndaUrl)).toBe(isToParty1);
  });

  it('does not blame anybody for not signing if no mail server accepted the invitation', () => {
    expect(written('expiry', 0, ...sentNow, expired).text).toContain(
      'nicht unterschrieben, solange der Link galt',
    );
    for (const steps of [
      [...invitedNow, expired],
      [...sentNow, correctedNow, expired],
    ]) {
      const { text } = written('expiry', 0, ...steps);
      expect(text).toContain('ließ sich nicht zustellen');
      expect(text).not.toContain('solange der Link galt');
    }
    const used = [...invitedNow, opened(), expired];
    expect(written('expiry', 0, ...used).text).toContain('solange der Link galt');
  });

  it('says that a paid share is not refunded, and that a recipient did not want the mail', () => {
    const paidShare = [...split, requested(199, { party: 2 }), paid(199, { party: 2 }), invitationSent];
    expect(written('cancellation', 0, ...paidShare, cancelled()).text).toContain('gutgeschrieben');
    expect(written('cancellation', 0, ...split, invitationSent, cancelled()).text).not.toContain(
      'gutgeschrieben',
    );
    const cent = [...split, voucherApplied(1, { party: 2 }), invitationSent, cancelled()];
    expect(written('cancellation', 0, ...cent).text).toContain('gutgeschrieben');
    const spam = bounced({ kind: 'invitation', messageId: 'invitation-1', code: 'spam' });
    expect(written('delivery-problem', 0, ...sentNow, spam).text).toContain('unerwünscht');
  });

  it('does not ask for another address once there were three', () => {
    const third = addressCorrected({ address: 3, tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID });
    const refused = bounced({ kind: 'invitation', messageId: 'invitation-3' });
    const { text } = written('delivery-problem', 0, ...sentNow, correctedNow, third, refused);
    expect(text).not.toContain('berichtigen Sie sie');
  });

  it('confirms the payment to the payer, and says if it was in test mode', () => {
    const share = { party: 2, attempt: 1, paymentIntentId: 'pi_2' } as const;
    const paidBy = (provider: 'sandbox' | 'stripe') =>
      written(
        'order',
        0,
        ...split,
        requested(199, { ...share, provider }),
        paid(199, { ...share, provider }),
      );
    expect(paidBy('stripe').text).toContain(personal.party2Name);
    expect(paidBy('stripe').text).not.toContain(personal.party1Name);
    expect(paidBy('sandbox').text).toContain('Diese Bestellung war ein Test');
    expect(paidBy('stripe').text).not.toContain('Diese Bestellung war ein Test');
  });

  it.each([
    ['continue', 'no link was asked for'],
    ['order', 'nothing was paid by card'],
    ['invitation', 'there is no link to send'],
  ] as const)('is not written for an event that does not owe it: %s', (kind, message) => {
    const events = history([created]);
    const [event] = events;
    if (event === undefined) throw new Error('no event');
    const mail = { kind, party: 1, about: event.id, until: day(7) } as const;
    const basis = { state: ndaAfter(events), terms, personal, links, site, now: day(0) };
    expect(() => writeOwedMail(basis, { mail, event })).toThrow(message);
  });
});
