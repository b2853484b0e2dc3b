import { CONSENT } from '@siegel/contracts/agreement/consent';
import { sampleRemote } from '@siegel/contracts/testing/sample-remote';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeAnswer } from '../../testing/fake-server.js';
import { startTexts } from '../../testing/texts.js';
import {
  AT,
  GET,
  LINK,
  SIGN,
  button,
  ended,
  freshBrowser,
  heading,
  nda,
  open,
  ready,
  primaryButtons,
  refusal,
  server,
  signed,
} from './testing/open-link.js';

/**
 * jsdom has no canvas, so drawing is tested in the browser. These tests use the typed name itself instead of
 * a picture of the name.
 */
jest.mock('../signing/drawn-pad.js', () => ({
  DrawnPad: class {
    destroy(): void {}
  },
}));
jest.mock('../signing/use-typed-picture.js', () => jest.requireActual('../signing/testing/typed-at-once.js'));

/** Opens the link, types a name, and waits for the sign button. */
async function readyToSign(answers: Readonly<Record<string, FakeAnswer>> = {}) {
  const calls = open({ [GET]: [200, sampleRemote], ...answers });
  await userEvent.click(await screen.findByRole('button', { name: 'Proceed to sign' }));
  await userEvent.click(await screen.findByRole('tab', { name: 'Type' }));
  await userEvent.type(screen.getByRole('textbox'), 'Thomas');
  await waitFor(() => expect(button('Sign with binding effect')).toBeEnabled());
  return calls;
}
const sign = () => userEvent.click(button('Sign with binding effect'));

beforeAll(() => startTexts('en', ['signing-page', 'remote', 'remote-later', 'signing', 'payment']));
beforeEach(freshBrowser);
afterEach(() => jest.useRealTimers());

describe('signing', () => {
  it('leads to drawing if the service cannot write the name', async () => {
    await readyToSign();
    await userEvent.type(screen.getByRole('textbox'), 'Ω');
    await userEvent.click(button('Draw instead'));
    expect(screen.getByRole('tab', { name: 'Draw' })).toHaveAttribute('aria-selected', 'true');
  });

  it('shows three facts and the consent above the pad, and moves the focus to its heading', async () => {
    await readyToSign();
    expect(await heading()).toHaveTextContent(`You sign now, ${nda.party2Name}.`);
    expect(document.title).toBe('Sign the agreement | Siegel');
    expect(screen.getByText(CONSENT.en.sign)).toBeVisible();
    expect(document.querySelectorAll('dl dt')).toHaveLength(3);
    expect(primaryButtons()).toHaveLength(1);
  });

  it('keeps the typed name while the user goes back to the text', async () => {
    await readyToSign();
    await userEvent.click(button('Back to the text'));
    expect(await heading()).toHaveTextContent('asks you to keep a secret');
    expect(await heading()).toHaveFocus();
    await userEvent.click(button('Proceed to sign'));
    expect(screen.getByRole('textbox')).toHaveValue('Thomas');
    expect(await heading()).toHaveFocus();
  });

  it('sends the signature, its kind, the language of the consent and the hash of the text', async () => {
    const calls = await readyToSign({ [SIGN]: [200, { signedAt: AT, receipt: {} }] });
    const asked = jest.mocked(fetch);
    await sign();
    await waitFor(() => expect(calls).toContain(SIGN));
    const body = asked.mock.calls.find(([path]) => path === `${LINK}/sign`)?.[1]?.body;
    expect(JSON.parse(body as string)).toEqual({
      signature: 'data:image/png;base64,Thomas',
      signatureKind: 'typed',
      consentLanguage: 'en',
      agreementHash: sampleRemote.agreementHash,
    });
  });

  it('ends with the seal, both names, the time and the document', async () => {
    await readyToSign();
    server({ [SIGN]: [200, { signedAt: AT, receipt: {} }], [GET]: [200, ready] });
    await sign();
    expect(await screen.findByRole('heading', { level: 1, name: 'Signed.' })).toHaveFocus();
    expect(screen.getByRole('img', { name: 'Seal: both parties have signed' })).toBeVisible();
    for (const fact of [nda.ideaTitle, nda.party2Name, /13 November 2026/])
      expect(screen.getByText(fact)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Download PDF' })).toHaveAttribute('href', `${LINK}/pdf`);
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/?lang=en');
    expect(primaryButtons()).toHaveLength(1);
  });

  it.each<[string, FakeAnswer]>([
    ['never came', 'no answer'],
    ['says nothing', refusal(503, 'unavailable')],
    ['says that another tab was quicker', ended('link_used')],
  ])('is done if it was saved and the answer %s', async (_, answer) => {
    await readyToSign();
    server({ [SIGN]: answer, [GET]: [200, signed] });
    await sign();
    expect(await screen.findByRole('heading', { level: 1, name: 'Signed.' })).toBeVisible();
  });

  it.each<[string, FakeAnswer, RegExp]>([
    ['without a connection', 'no answer', /cannot be reached right now/],
    ['for want of a signature', refusal(422, 'invalid_signature'), /It is invalid_signature/],
    ['for an unforeseen reason', [500], /did not answer as expected/],
  ])('says that it failed %s, and loses nothing', async (_, answer, words) => {
    await readyToSign({ [SIGN]: answer });
    await sign();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('The signature was not saved.');
    expect(notice).toHaveTextContent(words);
    expect(screen.getByRole('textbox')).toHaveValue('Thomas');
    expect(button('Sign with binding effect')).toBeEnabled();
  });

  it('if its outcome is unknown, says so, and says that sending it again does no harm', async () => {
    await readyToSign({ [SIGN]: 'no answer', [GET]: [200, sampleRemote] });
    server({ [SIGN]: 'no answer', [GET]: 'no answer' });
    await sign();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('We do not know yet whether your signature has arrived.');
    expect(notice).toHaveTextContent('Sending it once more does no harm.');
    expect(notice).not.toHaveTextContent('not saved');
    expect(button('Sign with binding effect')).toBeEnabled();
  });

  it('is not hidden by the late answer of a poll that began before it', async () => {
    await readyToSign();
    let answerLate = () => {};
    const answer = (body: object) => ({
      ok: true,
      status: 200,
      headers: new Headers(),
      text: async () => JSON.stringify(body),
    });
    server({ [SIGN]: [200, { signedAt: AT, receipt: {} }], [GET]: [200, ready] });
    const others = fetch;
    const overtaken = new Promise<void>((resolve) => {
      answerLate = resolve;
    }).then(() => answer(sampleRemote));
    let isPolled = false;
    const asked = (path: string, init: RequestInit) => {
      if (isPolled || init.method !== 'GET') return others(path, init);
      isPolled = true;
      return overtaken;
    };
    Object.assign(globalThis, { fetch: asked });
    await act(async () => window.dispatchEvent(new Event('visibilitychange')));
    expect(isPolled).toBe(true);
    await sign();
    await screen.findByRole('heading', { level: 1, name: 'Signed.' });
    const seen = new Set<string | null | undefined>();
    const observer = new MutationObserver(() => seen.add(document.querySelector('h1')?.textContent));
    observer.observe(document.body, { childList: true, subtree: true });
    await act(async () => answerLate());
    expect(await screen.findByRole('link', { name: 'Download PDF' })).toBeVisible();
    observer.disconnect();
    expect([...seen].filter((title) => title !== 'Signed.')).toEqual([]);
  });

  it('continues even if the user follows an anchor of the page meanwhile', async () => {
    await readyToSign();
    await act(async () => {
      window.history.pushState(null, '', '#content');
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
    expect(await heading()).toHaveTextContent('You sign now');
    await userEvent.click(button('Back to the text'));
    expect(await heading()).toHaveTextContent('asks you to keep a secret');
  });

  it('keeps the typed name while the other tab is shown', async () => {
    await readyToSign();
    await userEvent.click(screen.getByRole('tab', { name: 'Draw' }));
    expect(button('Sign with binding effect')).toBeDisabled();
    await userEvent.click(screen.getByRole('tab', { name: 'Type' }));
    expect(screen.getByRole('textbox')).toHaveValue('Thomas');
    expect(button('Sign with binding effect')).toBeEnabled();
  });

  it.each<[string, FakeAnswer, RegExp]>([
    ['the text changed', refusal(409, 'agreement_changed'), /Please read it again. Nothing was signed/],
    ['something is to be paid', refusal(402, 'payment_required'), /Nothing was signed/],
  ])('leads back to the text if %s, and keeps the typed name', async (_, answer, words) => {
    await readyToSign({ [SIGN]: answer });
    await sign();
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(await heading()).toHaveTextContent('asks you to keep a secret');
    await userEvent.click(button('Proceed to sign'));
    expect(screen.getByRole('textbox')).toHaveValue('Thomas');
    await userEvent.click(button('Back to the text'));
    expect(await heading()).toHaveTextContent('asks you to keep a secret');
    expect(screen.queryByText(words)).toBeNull();
  });

  it.each(['link_replaced', 'link_cancelled', 'link_expired'])(
    'when the link has ended, keeps the pad in sight and says that nothing was signed: %s',
    async (code) => {
      await readyToSign();
      server({ [SIGN]: ended(code, 'credit'), [GET]: ended(code, 'credit') });
      await sign();
      const card = await screen.findByRole('alert');
      expect(card).toHaveTextContent('Nothing was signed.');
      expect(card).toHaveTextContent(/stays credited/);
      expect(card.textContent?.includes(nda.party1Name)).toBe(code !== 'link_expired');
      expect(screen.getByRole('region', { name: 'Your signature' })).toHaveAttribute('inert');
      expect(screen.getByDisplayValue('Thomas')).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Sign with binding effect' })).toBeNull();
      expect(primaryButtons()).toHaveLength(1);
    },
  );
});
