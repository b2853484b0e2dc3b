import type { NdaState } from '../nda.state.js';
import { day, on, stateAfter } from '../testing/given.js';
import { inPersonSealed, remoteInvited, remoteSent, remoteSigned } from '../testing/sample-histories.js';
import {
  addressCorrected,
  cancelled,
  DOCUMENT_HASH,
  erased,
  expired,
  invited,
  NEXT_TOKEN,
  sealed,
  TOKEN,
} from '../testing/samples.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { documentForLink } from './document-for-link.js';

function answer(state: NdaState, tokenHash: string, at: string): string {
  try {
    return documentForLink(state, tokenHash, new Date(at));
  } catch (error) {
    if (error instanceof RuleBroken) return error.code;
    throw error;
  }
}

describe('the document for the holder of a link', () => {
  const signed = stateAfter(...remoteSigned, sealed);

  it.each([
    ['at once', day(0), DOCUMENT_HASH],
    ['to the last moment of 30 days', day(30), DOCUMENT_HASH],
    ['not a millisecond longer', new Date(Date.parse(day(30)) + 1).toISOString(), 'link_used'],
  ])('is available %s', (_, at, expected) => expect(answer(signed, TOKEN, at)).toBe(expected));

  it('does not exist before the signature', () => {
    expect(answer(stateAfter(...remoteInvited), TOKEN, day(1))).toBe('not_completed');
    expect(answer(stateAfter(...remoteSent), TOKEN, day(7))).toBe('link_expired');
    expect(answer(stateAfter(...remoteInvited, on(8, expired)), TOKEN, day(9))).toBe('link_expired');
  });

  it('is given only to the holder of the link through which Party 2 signed', () => {
    expect(answer(signed, NEXT_TOKEN, day(1))).toBe('invalid_link');
    const again = stateAfter(
      ...remoteInvited,
      cancelled(),
      invited({ invitation: 2, tokenHash: NEXT_TOKEN }),
    );
    expect(answer(again, TOKEN, day(1))).toBe('link_cancelled');
    expect(answer(again, NEXT_TOKEN, day(1))).toBe('not_completed');
    const corrected = stateAfter(...remoteInvited, addressCorrected({ tokenHash: NEXT_TOKEN }));
    expect(answer(corrected, TOKEN, day(1))).toBe('link_replaced');
    expect(answer(stateAfter(...inPersonSealed), TOKEN, day(1))).toBe('invalid_link');
  });

  it('must be made and paid', () => {
    expect(answer(stateAfter(...remoteSigned), TOKEN, day(0))).toBe('document_not_ready');
    const unpaid = stateAfter(...remoteSigned.filter(({ type }) => type !== 'VoucherApplied'), sealed);
    expect(answer(unpaid, TOKEN, day(0))).toBe('payment_required');
  });

  it('is gone after an erasure or a discard', () => {
    expect(answer(stateAfter(...remoteSigned, sealed, erased), TOKEN, day(0))).toBe('invalid_link');
  });
});
