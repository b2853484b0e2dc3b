import { CONSENT } from '@siegel/contracts/agreement/consent';
import { formatPenalty } from '@siegel/contracts/formats';
import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { screen, within } from '@testing-library/react';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { shownAgreement } from '../agreement/agreement-terms.js';
import { KeptStep } from './testing/kept-step.js';

/** jsdom has no canvas, so drawing is tested in the browser. */
jest.mock('./drawn-pad.js', () => ({
  DrawnPad: class {
    destroy(): void {}
  },
}));

const AT = '2026-11-12T12:01:00.000Z';
const IMAGE = '/api/ndas/x/signatures/1';
const draft: NdaView = { ...sampleNda, agreementHash: shownAgreement(sampleNda).hash };
const half: NdaView = {
  ...draft,
  status: 'party1_signed',
  signatureMode: 'in-person',
  party1Signature: IMAGE,
  party1SignedAt: AT,
};
const whole: NdaView = { ...half, status: 'completed', party2Signature: IMAGE, party2SignedAt: AT };

const show = (nda: NdaView) =>
  renderWithProviders(
    <KeptStep
      nda={nda}
      onBack={() => {}}
      onStartNew={() => {}}
      onCompleted={() => {}}
      onReuse={() => {}}
      paymentDialog={() => null}
    />,
  );
const card = (party: 1 | 2) => within(screen.getByRole('region', { name: `Signature of Party ${party}` }));

/** True if the first element precedes the second one in the document. */
const above = (first: HTMLElement, second: HTMLElement): boolean =>
  (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

beforeAll(() => startTexts('en', ['signing', 'agreement', 'wizard', 'invitation']));
beforeEach(() => {
  jest.useFakeTimers();
  // jsdom cannot scroll.
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => jest.useRealTimers());

describe('step 4', () => {
  it('begins with Party 1, whose consent is above the pad; Party 2 waits', () => {
    show(draft);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(draft.party1Name);
    const consent = card(1).getByText(CONSENT.en.sign);
    expect(above(consent, card(1).getByRole('button', { name: 'Sign with binding effect' }))).toBe(true);
    expect(card(2).getByText('Party 1 must sign first.')).toBeTruthy();
    expect(screen.queryByText('Idea')).toBeNull();
  });

  it('shows Party 2 the facts, offers the text, and asks for consent, all above the pad', () => {
    show(half);
    expect(screen.getByText(/Hand over the device\. .* binding/)).toBeTruthy();
    for (const fact of [
      draft.ideaTitle,
      '3 years',
      'European Union',
      formatPenalty(draft.penaltyClause, 'en').replace('\u00a0', ' '),
    ])
      expect(card(2).getByText(fact)).toBeTruthy();
    expect(card(2).getByText(new RegExp(draft.party1Name))).toBeTruthy();
    const button = card(2).getByRole('button', { name: 'Sign with binding effect' });
    for (const before of [
      card(2).getByRole('button', { name: 'Read the agreement' }),
      card(2).getByText(CONSENT.en.signInPerson),
    ])
      expect(above(before, button)).toBe(true);
  });

  it("shows Party 1's signed card as one line while it is Party 2's turn, and both cards afterwards", () => {
    const { unmount } = show(half);
    expect(card(1).getByText('Signed')).toBeTruthy();
    expect(card(1).queryByRole('img')).toBeNull();
    unmount();
    show(whole);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Both parties have signed.');
    for (const party of [1, 2] as const)
      expect(card(party).getByRole('img', { name: /^Signature of / })).toBeTruthy();
  });

  it('lets nobody sign if the text differs from the text that was read', () => {
    show({ ...draft, agreementHash: '1'.repeat(64) });
    expect(
      screen.getByRole('region', { name: 'Signature of Party 1' }).querySelector('[inert]'),
    ).not.toBeNull();
  });
});
