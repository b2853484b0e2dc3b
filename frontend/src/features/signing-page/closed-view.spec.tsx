import { sampleRemote } from '@siegel/contracts/testing/sample-remote';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { startTexts } from '../../testing/texts.js';
import { ended, GET, OPENED, TOKEN, freshBrowser, heading, nda, open, server } from './testing/open-link.js';

jest.mock('../signing/drawn-pad.js', () => ({
  DrawnPad: class {
    destroy(): void {}
  },
}));
jest.mock('../signing/use-typed-picture.js', () => jest.requireActual('../signing/testing/typed-at-once.js'));

const TITLE = 'This agreement cannot be changed at the moment.';
const closed = { ...sampleRemote, untrustedSince: '2026-11-12T12:01:00.000Z' };
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

beforeAll(() => startTexts('en', ['signing-page', 'remote', 'remote-later', 'signing', 'payment']));
beforeEach(freshBrowser);
afterEach(() => jest.useRealTimers());

describe('the page of a link to a closed agreement', () => {
  it('says one plain sentence, shows the text, and offers no act', async () => {
    open({ [GET]: [200, closed] });
    await waitFor(async () => expect(await heading()).toHaveTextContent(TITLE));
    expect(screen.getByText('The operator has been informed.')).toBeVisible();
    expect(screen.getByText(/You see the agreement as it was on 12 November 2026/)).toBeVisible();
    expect(screen.getByText(nda.ideaTitle)).toBeVisible();
    expect(screen.getByRole('region', { name: 'Full text of the agreement' })).toBeVisible();
    expect(buttons()).toEqual(['Read it in full']);
    expect(document.querySelector('a[download]')).toBeNull();
  });

  it('reports no use of the link, because that is an act', async () => {
    const calls = open({ [GET]: [200, closed], [OPENED]: [503, {}] });
    await waitFor(async () => expect(await heading()).toHaveTextContent(TITLE));
    fireEvent.keyDown(document.body, { key: 'Tab' });
    expect(calls).not.toContain(OPENED);
  });

  it('gives the document if there is one', async () => {
    open({ [GET]: [200, { ...closed, alreadySigned: true, documentReady: true }] });
    await waitFor(async () => expect(await heading()).toHaveTextContent(TITLE));
    expect(document.querySelector('a[download]')).toHaveAttribute(
      'href',
      `/api/remote-signature/${TOKEN}/pdf`,
    );
  });

  it('goes on by itself once the agreement is repaired', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    open({ [GET]: [200, closed] });
    expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
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
