import type { GivePaymentConsent } from '../payment.commands.js';
import { requestPayment } from '../testing/commands.js';
import { day, given } from '../testing/given.js';
import { paymentAsked, remoteInvited, splitInvited, splitSent } from '../testing/sample-histories.js';
import {
  addressCorrected,
  cancelled,
  consentGiven,
  created,
  expired,
  failed,
  hashOf,
  intentOpened,
  madeRemote,
  mismatched,
  NEXT_TOKEN,
  paid,
  party1Signed,
  refundDue,
  requested,
  TOKEN,
  voucherApplied,
} from '../testing/samples.js';

const consent = (change: Partial<GivePaymentConsent> = {}): GivePaymentConsent => ({
  type: 'GivePaymentConsent',
  party: 1,
  paymentIntentId: 'pi_1',
  wording: 'v1',
  language: 'de',
  ...change,
});
const BY_LINK = { party: 2, tokenHash: TOKEN } as const;
const share = { party: 2, attempt: 1, paymentIntentId: 'pi_2' } as const;
const askedShare = [...splitInvited, requested(199, { party: 2 }), intentOpened(share)];
const shareConsent = (change: Partial<GivePaymentConsent> = {}) =>
  consent({ ...BY_LINK, paymentIntentId: 'pi_2', ...change });
/** A second request, for both shares, has replaced the first request. */
const superseded = [
  ...paymentAsked,
  madeRemote(true),
  requested(398, { attempt: 2 }),
  intentOpened({ attempt: 2, paymentIntentId: 'pi_3' }),
];

describe('GivePaymentConsent', () => {
  it('is recorded with its request, intent and amount', () => {
    given(...paymentAsked)
      .when(consent())
      .then(consentGiven());
    given(...superseded)
      .when(consent({ paymentIntentId: 'pi_3' }))
      .then(consentGiven({ attempt: 2, paymentIntentId: 'pi_3', amount: 398 }));
  });
  it('is recorded once for each attempt, also after a refused card', () => {
    given(...paymentAsked, consentGiven())
      .when(consent({ language: 'en' }))
      .thenNothing();
    given(...paymentAsked, consentGiven(), failed())
      .when(consent())
      .thenNothing();
    const next = [failed({ final: true }), requested(199, { attempt: 2 })];
    const opened = intentOpened({ attempt: 2, paymentIntentId: 'pi_3' });
    given(...paymentAsked, consentGiven(), ...next, opened)
      .when(consent({ paymentIntentId: 'pi_3' }))
      .then(consentGiven({ attempt: 2, paymentIntentId: 'pi_3' }));
  });
  it('is given by Party 2 through its link while the link is open', () => {
    given(...askedShare)
      .when(shareConsent({ language: 'en' }))
      .then(consentGiven({ ...share, language: 'en' }));
    given(...askedShare, cancelled())
      .when(shareConsent())
      .thenRefused('link_cancelled');
    given(...askedShare, addressCorrected({ tokenHash: NEXT_TOKEN }))
      .when(shareConsent())
      .thenRefused('link_replaced');
    given(...askedShare, expired)
      .when(shareConsent())
      .thenRefused('link_expired');
    given(...splitSent, requested(199, { party: 2 }), intentOpened(share))
      .when(shareConsent(), day(7))
      .thenRefused('link_expired');
    given(...askedShare)
      .when(shareConsent({ tokenHash: undefined }))
      .thenRefused('remote_only');
  });

  it('refuses if another amount is owed', () => {
    given(...paymentAsked, madeRemote(true))
      .when(consent())
      .thenRefused('payment_changed');
    // The party owes the amount of the first request again, but the second request has replaced the first
    // request.
    given(...superseded, madeRemote(false))
      .when(consent())
      .thenRefused('payment_changed');
  });
  it('refuses if another intent replaced it', () => {
    given(...superseded)
      .when(consent())
      .thenRefused('payment_changed');
    given(...paymentAsked, madeRemote(true), requested(398, { attempt: 2 }))
      .when(consent())
      .thenRefused('payment_changed');
    given(...paymentAsked, intentOpened({ paymentIntentId: 'pi_9' }))
      .when(consent({ paymentIntentId: 'pi_9' }))
      .thenRefused('payment_changed');
    const corrected = [addressCorrected({ tokenHash: NEXT_TOKEN })];
    given(...askedShare, ...corrected)
      .when(shareConsent({ tokenHash: NEXT_TOKEN }))
      .thenRefused('payment_changed');
  });
  it('refuses if something is owed but no request is open any more', () => {
    given(...paymentAsked, failed({ final: true }))
      .when(consent())
      .thenRefused('payment_changed');
    given(...paymentAsked, mismatched(), refundDue(200, { reason: 'mismatched' }))
      .when(consent())
      .thenRefused('payment_changed');
    given(...askedShare, failed({ ...share, final: true }))
      .when(shareConsent())
      .thenRefused('payment_changed');
  });
  it('refuses an intent for the whole amount if a part was paid', () =>
    given(...superseded, paid(199))
      .when(consent({ paymentIntentId: 'pi_3' }))
      .thenRefused('payment_changed'));

  it('refuses if the amount is paid: by this intent, by another, by a voucher', () => {
    for (const event of [
      paid(199),
      paid(199, { paymentIntentId: 'pi_9' }),
      voucherApplied(199, { voucherId: hashOf('f') }),
    ])
      given(...paymentAsked, event)
        .when(consent())
        .thenRefused('already_paid');
    given(...askedShare, paid(199, share))
      .when(shareConsent())
      .thenRefused('already_paid');
  });
  it('refuses if Party 2 owes nothing', () =>
    given(...remoteInvited, requested(199, { party: 2 }), intentOpened(share))
      .when(shareConsent())
      .thenRefused('nothing_due'));
  it("refuses somebody else's payment, and that of the other party", () => {
    given(...paymentAsked)
      .when(consent({ paymentIntentId: 'pi_9' }))
      .thenRefused('payment_unknown');
    given(...askedShare)
      .when(consent({ paymentIntentId: 'pi_2' }))
      .thenRefused('payment_unknown');
    given(created, party1Signed(), requested(199)).when(consent()).thenRefused('payment_unknown');
  });
  it('is followed by a request for a new intent after a final failure', () =>
    given(...paymentAsked, failed({ final: true }))
      .when(requestPayment())
      .then(requested(199, { attempt: 2 })));
});
