import { sampleRemote } from '@siegel/contracts/testing/sample-remote';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { startTexts } from '../../testing/texts.js';
import { ended, GET, OPENED, freshBrowser, heading, nda, open, server } from './testing/open-link.js';

jest.mock('../signing/drawn-pad.js', () => ({
  DrawnPad: class {
    destroy(): void {}
  },
}));
jest.mock('../signing/use-typed-picture.js', () => jest.requireActual('../signing/testing/typed-at-once.js'));

const TITLE = 'This agreement cannot be changed at the moment.';
const closed = { ...sampleRemote, untrustedSince: '2026-11-12T12:01:00.000Z' };
const refused = [503, { code: 'stream_untrusted', message: TITLE }] as const;
const isSaid = () => waitFor(async () => expect(await heading()).toHaveTextContent(TITLE));

beforeAll(() => startTexts('en', ['signing-page', 'remote', 'remote-later', 'signing', 'payment']));
beforeEach(freshBrowser);
afterEach(() => jest.useRealTimers());

describe('the page of a link to a closed agreement', () => {
  it.each([
    ['before the signature', closed],
    ['after the signature', { ...closed, alreadySigned: true, documentReady: true }],
  ])('says one plain sentence, and offers neither text nor PDF nor an act: %s', async (_, link) => {
    open({ [GET]: [200, link] });
    await isSaid();
    expect(screen.getByText('The operator has been informed.')).toBeVisible();
    expect(screen.getByText(/its text and its PDF cannot be opened here/)).toBeVisible();
    expect(screen.queryByText(nda.ideaTitle)).toBeNull();
    expect(screen.queryByRole('region')).toBeNull();
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(document.querySelector('a[download]')).toBeNull();
  });

  it('says the same if the event that issued the link does not count', async () => {
    open({ [GET]: [...refused] });
    await isSaid();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('reports no use of the link, because that is an act', async () => {
    const calls = open({ [GET]: [200, closed], [OPENED]: [503, {}] });
    await isSaid();
    fireEvent.keyDown(document.body, { key: 'Tab' });
    expect(calls).not.toContain(OPENED);
  });

  it('says so while the agreement is shown, and no longer shows it', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    open({ [GET]: [200, sampleRemote] });
    expect(await screen.findByRole('heading', { level: 1, name: /asks you to keep a secret/ })).toBeVisible();
    server({ [GET]: [...refused] });
    await act(async () => jest.advanceTimersByTimeAsync(10_000));
    await isSaid();
    expect(screen.queryByText(nda.ideaTitle)).toBeNull();
  });

  it.each([
    ['answers with a view that has no text', [200, closed] as const],
    ['is refused', refused],
  ])('goes on by itself once the agreement is repaired: a read that %s', async (_, answer) => {
    jest.useFakeTimers({ advanceTimers: true });
    open({ [GET]: [...answer] });
    expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    server({ [GET]: [200, sampleRemote] });
    await act(async () => jest.advanceTimersByTimeAsync(30_000));
    expect(await screen.findByRole('heading', { level: 1, name: /asks you to keep a secret/ })).toBeVisible();
  });

  it('goes on by itself even if a read failed meanwhile', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    open({ [GET]: [...refused] });
    expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    server({ [GET]: 'no answer' });
    await act(async () => jest.advanceTimersByTimeAsync(30_000));
    server({ [GET]: [200, sampleRemote] });
    await act(async () => jest.advanceTimersByTimeAsync(30_000));
    expect(await screen.findByRole('heading', { level: 1, name: /asks you to keep a secret/ })).toBeVisible();
  });

  it('does not keep saying so if the link ended meanwhile', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    open({ [GET]: [200, closed] });
    expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    server({ [GET]: ended('link_cancelled') });
    await act(async () => jest.advanceTimersByTimeAsync(30_000));
    await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
  });
});
