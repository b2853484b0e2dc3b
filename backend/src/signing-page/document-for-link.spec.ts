import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaState } from '../nda/nda.state.js';
import { day, history, on } from '../nda/testing/given.js';
import {
  addressCorrected,
  cancelled,
  DOCUMENT_HASH,
  erased,
  expired,
  inPersonSealed,
  invited,
  NEXT_TOKEN,
  remoteInvited,
  remoteSigned,
  sealed,
  TOKEN,
} from '../nda/testing/samples.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { documentForLink } from './document-for-link.js';

const stateOf = (...steps: Parameters<typeof history>[0]): NdaState =>
  history(steps).reduce(ndaDecider.evolve, ndaDecider.initial);

function answer(state: NdaState, tokenHash: string, at: string): string {
  try {
    return documentForLink(state, tokenHash, new Date(at));
  } catch (error) {
    if (error instanceof RuleBroken) return error.code;
    throw error;
  }
}

describe('the document, for whoever holds a link', () => {
  const signed = stateOf(...remoteSigned, sealed);

  it.each([
    ['at once', day(0), DOCUMENT_HASH],
    ['to the last moment of 30 days', day(30), DOCUMENT_HASH],
    ['not a millisecond longer', new Date(Date.parse(day(30)) + 1).toISOString(), 'link_used'],
  ])('is there %s', (_, at, expected) => expect(answer(signed, TOKEN, at)).toBe(expected));

  it('is not there before it was signed', () => {
    expect(answer(stateOf(...remoteInvited), TOKEN, day(1))).toBe('not_completed');
    expect(answer(stateOf(...remoteInvited), TOKEN, day(7))).toBe('link_expired');
    expect(answer(stateOf(...remoteInvited, on(8, expired)), TOKEN, day(9))).toBe('link_expired');
  });

  it('is for the link that signed alone', () => {
    expect(answer(signed, NEXT_TOKEN, day(1))).toBe('invalid_link');
    const again = stateOf(...remoteInvited, cancelled(), invited({ invitation: 2, tokenHash: NEXT_TOKEN }));
    expect(answer(again, TOKEN, day(1))).toBe('link_cancelled');
    expect(answer(again, NEXT_TOKEN, day(1))).toBe('not_completed');
    const corrected = stateOf(...remoteInvited, addressCorrected({ tokenHash: NEXT_TOKEN }));
    expect(answer(corrected, TOKEN, day(1))).toBe('invalid_link');
    expect(answer(stateOf(...inPersonSealed), TOKEN, day(1))).toBe('invalid_link');
  });

  it('has to be made, and paid for', () => {
    expect(answer(stateOf(...remoteSigned), TOKEN, day(0))).toBe('document_not_ready');
    const unpaid = stateOf(...remoteSigned.filter(({ type }) => type !== 'VoucherApplied'), sealed);
    expect(answer(unpaid, TOKEN, day(0))).toBe('payment_required');
  });

  it('is gone with the NDA', () => {
    expect(answer(stateOf(...remoteSigned, sealed, erased), TOKEN, day(0))).toBe('invalid_link');
  });
});
