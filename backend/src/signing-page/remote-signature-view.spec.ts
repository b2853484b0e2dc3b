import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { DAY_MS } from '@siegel/contracts/limits';
import { LINK_NDA_MEMBERS } from '@siegel/contracts/nda/remote-signature';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { day, START, stateAfter } from '../nda/testing/given.js';
import { remoteSent, splitSent } from '../nda/testing/sample-histories.js';
import {
  AGREEMENT_HASH,
  cancelled,
  completed,
  erased,
  failed,
  intentOpened,
  paid,
  party2SignedRemotely,
  personal,
  requested,
  sealed,
  TOKEN,
  voucherApplied,
} from '../nda/testing/samples.js';
import { remoteSignatureView } from './remote-signature-view.js';

const now = new Date(START);
const party = { party: 2 } as const;
const asked = [...splitSent, requested(199, party), intentOpened({ ...party, paymentIntentId: 'pi_2' })];
const signedSteps = [...remoteSent, party2SignedRemotely, completed];
const viewAfter = (steps: readonly NdaEvent[], at = now) =>
  remoteSignatureView({ state: stateAfter(...steps) }, TOKEN, at);

describe('the view of Party 2', () => {
  it('is the agreement to sign, member by member', () => {
    const view = viewAfter([...remoteSent]);
    expect(Object.keys(view.nda)).toEqual([...LINK_NDA_MEMBERS]);
    expect(view).toMatchObject({
      nda: { party2Email: personal.party2Email, status: 'party1_signed', signatureMode: 'remote' },
      alreadySigned: false,
      amountDue: 0,
      agreementHash: AGREEMENT_HASH,
      expiresAt: day(7),
      payment: null,
    });
    expect(agreementHash(view.agreement)).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(view)).not.toContain(personal.party1Email);
  });

  it.each([
    ['no payment was begun', splitSent, { status: 'none', amount: 199, paidAt: null }, 199],
    ['a payment was begun', asked, { status: 'pending', amount: 199, paidAt: null }, 199],
    [
      'a payment failed',
      [...asked, failed({ ...party, paymentIntentId: 'pi_2', final: true })],
      { status: 'none', amount: 199, paidAt: null },
      199,
    ],
    [
      'a card paid',
      [...asked, paid(199, { ...party, paymentIntentId: 'pi_2' })],
      { status: 'succeeded', amount: 199, paidAt: START },
      0,
    ],
    [
      'a voucher paid',
      [...splitSent, voucherApplied(199, party)],
      { status: 'succeeded', amount: 199, paidAt: START },
      0,
    ],
  ] as const)("has Party 2's share when %s", (_what, steps, payment, amountDue) => {
    expect(viewAfter([...steps])).toMatchObject({ payment, amountDue });
  });

  it('says after the signature what the document waits for', () => {
    expect(viewAfter(signedSteps)).toMatchObject({
      alreadySigned: true,
      documentReady: false,
      waitingFor: 'document',
      nda: { party2SignedAt: START, status: 'completed' },
    });
    expect(viewAfter([...signedSteps, sealed])).toMatchObject({ documentReady: true, waitingFor: null });
  });

  it('is refused through a dead link', () => {
    const codeOf = (steps: readonly NdaEvent[], at?: Date): unknown => {
      try {
        return viewAfter(steps, at);
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const after = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
    expect(codeOf([...remoteSent], after(7))).toBe('link_expired');
    expect(codeOf([...remoteSent, cancelled()])).toBe('link_cancelled');
    expect(codeOf([...remoteSent, erased])).toBe('invalid_link');
    expect(codeOf(signedSteps, after(31))).toBe('link_used');
    expect(codeOf(signedSteps, after(30))).toMatchObject({ alreadySigned: true });
  });
});

describe('the view of Party 2 while the stream is closed', () => {
  const untrusted = { revision: 9, fault: 'hash' } as const;

  it.each([
    ['open', [...remoteSent]],
    ['used', [...signedSteps, sealed]],
  ])('has neither text nor document of an agreement whose link is %s', (_, steps) => {
    const view = remoteSignatureView({ state: stateAfter(...steps), untrusted }, TOKEN, now);
    for (const text of Object.values(personal).filter((value) => value !== null))
      expect(JSON.stringify(view)).not.toContain(text);
    expect(view).toMatchObject({ agreementHash: '', agreement: { sections: [] }, documentReady: false });
    expect(view.untrustedSince).toBe(stateAfter(...steps).lastAt);
    expect(Object.keys(view.nda)).toEqual([...LINK_NDA_MEMBERS]);
  });

  it('says of no link that it expired, and still says that one was cancelled or used', () => {
    const at = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
    const through = (steps: readonly NdaEvent[], days: number) => () =>
      remoteSignatureView({ state: stateAfter(...steps), untrusted }, TOKEN, at(days));
    expect(through(remoteSent, 7)).toThrow(StreamUntrusted);
    expect(through([...remoteSent, cancelled()], 7)).toThrow('link_cancelled');
    expect(through(signedSteps, 31)).toThrow('link_used');
  });

  it('does not exist after an erasure', () => {
    const state = stateAfter(...remoteSent, erased);
    expect(() => remoteSignatureView({ state, untrusted }, TOKEN, now)).toThrow('invalid_link');
  });
});
