import type { NdaEvent } from '../nda.events.js';
import { day, stateAfter } from '../testing/given.js';
import { remoteInvited, remoteSent, remoteSigned } from '../testing/sample-histories.js';
import {
  addressCorrected,
  cancelled,
  discarded,
  erased,
  expired,
  invited,
  NEXT_TOKEN,
  party2Signed,
  TOKEN,
} from '../testing/samples.js';
import { openedByLink, requireLinkOpen, requireUsableLink } from './link.js';

describe('a link', () => {
  it('opens its invitation until it expires', () => {
    const state = stateAfter(...remoteSent);
    expect(openedByLink(state, TOKEN, day(6.99))).toMatchObject({ number: 1, tokenHash: TOKEN });
    expect(openedByLink(state, TOKEN, day(7))).toBe('link_expired');
    expect(openedByLink(stateAfter(...remoteInvited, expired), TOKEN, day(1))).toBe('link_expired');
  });

  it('at any time reports that it was used or cancelled', () => {
    for (const at of [day(1), day(9)]) {
      expect(openedByLink(stateAfter(...remoteSigned), TOKEN, at)).toBe('link_used');
      expect(openedByLink(stateAfter(...remoteInvited, cancelled()), TOKEN, at)).toBe('link_cancelled');
    }
  });

  it('is unknown if its token belongs to no invitation', () => {
    expect(openedByLink(stateAfter(), TOKEN, day(1))).toBe('invalid_link');
    expect(openedByLink(stateAfter(...remoteInvited), NEXT_TOKEN, day(1))).toBe('invalid_link');
  });

  it('to an earlier address reports that it was replaced, whatever happens later', () => {
    const corrected = [...remoteInvited, addressCorrected({ tokenHash: NEXT_TOKEN })];
    expect(openedByLink(stateAfter(...corrected), NEXT_TOKEN, day(1))).toMatchObject({ number: 1 });
    const later = [[expired], [cancelled()], [party2Signed({ channel: 'remote', tokenHash: NEXT_TOKEN })]];
    for (const events of [[], ...later])
      expect(openedByLink(stateAfter(...corrected, ...events), TOKEN, day(1))).toBe('link_replaced');
  });

  it('of a cancelled invitation stays cancelled after the next invitation', () => {
    const again = stateAfter(
      ...remoteInvited,
      cancelled(),
      invited({ invitation: 2, tokenHash: NEXT_TOKEN }),
    );
    expect(openedByLink(again, TOKEN, day(1))).toBe('link_cancelled');
    expect(openedByLink(again, NEXT_TOKEN, day(1))).toMatchObject({ number: 2 });
  });

  it('is refused with the reason if it opens nothing', () => {
    expect(() => requireLinkOpen(stateAfter(...remoteSigned), TOKEN, day(1))).toThrow('link_used');
    expect(requireLinkOpen(stateAfter(...remoteInvited), TOKEN, day(1))).toMatchObject({ number: 1 });
  });

  it('works while it opens its invitation, and for thirty days after the signature', () => {
    const serves = (at: string, ...events: readonly NdaEvent[]) =>
      requireUsableLink(stateAfter(...events), TOKEN, new Date(at));
    expect(serves(day(1), ...remoteInvited)).toBe('open');
    expect(() => serves(day(14), ...remoteInvited)).toThrow('link_expired');
    expect(serves(day(30), ...remoteSigned)).toBe('signed');
    expect(() => serves('2026-12-02T10:00:00.001Z', ...remoteSigned)).toThrow('link_used');
    for (const gone of [erased, discarded])
      for (const events of [remoteInvited, remoteSigned])
        expect(() => serves(day(1), ...events, gone)).toThrow('invalid_link');
  });
});
