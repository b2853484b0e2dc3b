import { sampleRemote } from '@siegel/contracts/testing/sample-remote';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeAnswer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import SigningPage from './signing-page.js';
import {
  GET,
  OPENED,
  TOKEN,
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

const back = () => act(async () => window.dispatchEvent(new Event('visibilitychange')));

beforeAll(() => startTexts('en', ['signing-page', 'remote', 'remote-later', 'signing', 'payment']));
beforeEach(freshBrowser);
afterEach(() => jest.useRealTimers());

describe('a link that can be read', () => {
  it('shows who asks for what, and the whole text in its own language', async () => {
    open({ [GET]: [200, sampleRemote] });
    expect(await heading()).toHaveTextContent(`${nda.party1Name} asks you to keep a secret.`);
    expect(document.title).toBe('Read the agreement | Siegel');
    const facts = within(document.querySelector('dl') as HTMLElement);
    for (const fact of [nda.ideaTitle, nda.party1Name, nda.party2Name, '3 years', '25,000 EUR'])
      expect(facts.getByText(fact)).toBeVisible();
    expect(facts.getByText(/Germany; at the disclosing party/)).toBeVisible();
    expect(screen.getByText(/costs you nothing/)).toBeVisible();
    const text = screen.getByRole('region', { name: 'Full text of the agreement' });
    expect(text).toHaveAttribute('tabindex', '0');
    expect(within(text).getByRole('article')).toHaveAttribute('lang', 'de');
    expect(within(text).getAllByRole('heading', { level: 4 })).toHaveLength(17);
    expect(screen.getByText(/valid until 19 November 2026, 1:36 PM \(Berlin\)/)).toBeVisible();
    expect(primaryButtons()).toHaveLength(1);
  });

  it('opens the text over the whole window', async () => {
    open({ [GET]: [200, sampleRemote] });
    await userEvent.click(await screen.findByRole('button', { name: 'Read it in full' }));
    expect(await screen.findByRole('dialog', { name: 'The agreement' })).toBeVisible();
  });

  it('stores nothing', async () => {
    open({ [GET]: [200, sampleRemote] });
    await heading();
    await userEvent.click(document.body);
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it('shows a placeholder first, and says when loading takes long', async () => {
    jest.useFakeTimers();
    Object.assign(globalThis, { fetch: () => new Promise(() => undefined) });
    renderWithProviders(<SigningPage token={TOKEN} damaged={false} />);
    expect(document.querySelector('.skeleton')).not.toBeNull();
    expect(screen.queryByText('This is taking longer than usual.')).toBeNull();
    act(() => jest.advanceTimersByTime(10_000));
    expect(screen.getByText('This is taking longer than usual.')).toBeVisible();
  });

  it('is not called dead if it cannot be loaded, and can be loaded again', async () => {
    open({ [GET]: 'no answer' });
    expect(await heading()).toHaveTextContent('This cannot be loaded right now.');
    server({ [GET]: [200, sampleRemote] });
    await userEvent.click(button('Try again'));
    await waitFor(async () => expect(await heading()).toHaveTextContent(nda.party1Name));
  });
});

describe('the use of a link', () => {
  it('is reported once, with the first gesture of a person, not earlier', async () => {
    const calls = open({ [GET]: [200, sampleRemote] });
    await heading();
    fireEvent.scroll(window);
    expect(calls).not.toContain(OPENED);
    fireEvent.wheel(window);
    fireEvent.keyDown(window, { key: 'Tab' });
    await userEvent.click(document.body);
    expect(calls.filter((call) => call === OPENED)).toHaveLength(1);
  });

  it.each(['pointerDown', 'keyDown', 'wheel', 'touchMove'] as const)(
    'is reported with %s',
    async (gesture) => {
      const calls = open({ [GET]: [200, sampleRemote] });
      await heading();
      fireEvent[gesture](window);
      expect(calls).toContain(OPENED);
    },
  );

  it('is reported with the next gesture if the report was lost', async () => {
    open({ [GET]: [200, sampleRemote], [OPENED]: 'no answer' });
    await heading();
    await act(async () => fireEvent.wheel(window));
    const calls = server({ [GET]: [200, sampleRemote] });
    fireEvent.wheel(window);
    expect(calls).toContain(OPENED);
  });

  it.each<[string, FakeAnswer]>([
    ['signed', [200, ready]],
    ['dead', ended('link_expired')],
  ])('is not reported if the link is %s', async (_, answer) => {
    const calls = open({ [GET]: answer });
    await heading();
    fireEvent.wheel(window);
    expect(calls).not.toContain(OPENED);
  });

  it('is not reported if the link ended while it was open', async () => {
    open({ [GET]: [200, sampleRemote] });
    await heading();
    const calls = server({ [GET]: ended('link_cancelled') });
    await back();
    await screen.findByRole('alert');
    fireEvent.wheel(window);
    expect(calls).not.toContain(OPENED);
  });
});

describe('a dead link', () => {
  it.each([
    ['unknown', refusal(404, 'invalid_link')],
    ['expired', ended('link_expired')],
    ['cancelled', ended('link_cancelled')],
    ['replaced', ended('link_replaced')],
    ['used long ago', ended('link_used')],
  ])('leads to the same card if it is %s', async (_, answer) => {
    open({ [GET]: answer });
    expect(await heading()).toHaveTextContent('This link is no longer valid.');
    expect(screen.getByText(/Ask the party that invited you/)).toBeVisible();
    expect(screen.queryByText(/open the link again from the e-mail/)).toBeNull();
    expect(primaryButtons()).toHaveLength(1);
  });

  it.each([
    ['refund', 'Your share of €1.99 will be paid back.'],
    ['credit', 'Your share of €1.99 stays credited for a new invitation.'],
  ])('says what happens to the share: %s', async (share, words) => {
    open({ [GET]: ended('link_expired', share) });
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('refers to the mail if it is damaged', async () => {
    open({ [GET]: refusal(404, 'invalid_link') }, true);
    expect(await screen.findByText(/open the link again from the e-mail itself/)).toBeVisible();
  });
});

describe('while the page is open', () => {
  it('notices within five seconds that the invitation was withdrawn', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    open({ [GET]: [200, sampleRemote] });
    await heading();
    server({ [GET]: ended('link_cancelled') });
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.getByRole('alert')).toHaveTextContent(`${nda.party1Name} has changed or withdrawn`);
    expect(screen.getByRole('region', { name: 'Full text of the agreement' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Proceed to sign' })).toBeNull();
    expect(primaryButtons()).toHaveLength(1);
    const calls = server({ [GET]: ended('link_cancelled') });
    fireEvent.wheel(window);
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(calls).toEqual([]);
  });

  it('polls at once when the user comes back to the tab', async () => {
    open({ [GET]: [200, sampleRemote] });
    await heading();
    server({ [GET]: [200, signed] });
    await back();
    expect(await screen.findByRole('heading', { level: 1, name: 'Signed.' })).toBeVisible();
  });

  it('after a long sleep, does not mention the first failed poll', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    open({ [GET]: [200, sampleRemote] });
    await heading();
    const calls = server({ [GET]: 'no answer' });
    jest.setSystemTime(Date.now() + 60_000);
    await back();
    expect(calls).toContain(GET);
    expect(screen.queryByText(/We keep trying/)).toBeNull();
  });

  it('does not mention a single failed poll, but reports the third in a row', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    open({ [GET]: [200, sampleRemote] });
    await heading();
    server({ [GET]: 'no answer' });
    await act(() => jest.advanceTimersByTimeAsync(10_100));
    expect(screen.queryByText(/We keep trying/)).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.getByText(/We keep trying/)).toBeVisible();
    expect(button('Proceed to sign')).toBeEnabled();
  });
});

describe('after signing', () => {
  it('polls for the document every two seconds, for a limited time', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const calls = open({ [GET]: [200, signed] });
    await screen.findByText('The PDF is being made.');
    const before = calls.length;
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(calls.length - before).toBeGreaterThanOrEqual(4);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText(/You will receive the PDF by e-mail/)).toBeVisible();
    const late = calls.length;
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(calls).toHaveLength(late);
  });

  it("says that the document waits for Party 1's share", async () => {
    open({ [GET]: [200, { ...signed, waitingFor: 'payment' }] });
    expect(await screen.findByText(/once/)).toHaveTextContent(
      `The PDF follows once ${nda.party1Name} has paid.`,
    );
    expect(screen.queryByRole('link', { name: 'Download PDF' })).toBeNull();
    expect(primaryButtons()).toHaveLength(1);
  });
});

it('names durations as the wizard does', async () => {
  const read = async (name: string) => (await import(`../../locales/en/${name}.json`)) as never;
  const [{ durations }, { terms }] = (await Promise.all([read('remote'), read('wizard')])) as unknown as [
    { durations: object },
    { terms: { durations: object } },
  ];
  expect(durations).toEqual(terms.durations);
});
