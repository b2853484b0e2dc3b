import { sampleSite } from '@siegel/contracts/testing/sample-site';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as leave from '../../lib/leave.js';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.js';
import { allowAgain, refuseCookies } from '../../testing/refused-cookies.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { LinkPages, type SmallPage } from './link-pages.js';

jest.mock('../../lib/leave.js');

const TOKEN = 'aB3_-'.repeat(13);
const AT = '2026-11-13T09:30:00.000Z';
const DISPUTE = { language: 'de', signedAt: AT, disputedAt: null };
const DISPUTED = { ...DISPUTE, disputedAt: '2026-11-20T10:00:00.000Z' };
const DEAD: FakeAnswer = [404, { code: 'invalid_link', message: 'Invalid link.' }];
const BUSY: FakeAnswer = [503, { code: 'unavailable', message: 'Please try again.' }];

function open(page: SmallPage, answers: Readonly<Record<string, FakeAnswer>>) {
  const calls = fakeServer(answers);
  renderWithProviders(<LinkPages page={page} token={TOKEN} damaged={false} />);
  return calls;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
/** Finds the heading. Also expects that the page has exactly one red button and stores nothing. */
async function heading(name: string | RegExp): Promise<HTMLElement> {
  const found = await screen.findByRole('heading', { level: 1, name });
  expect([localStorage.length, document.querySelectorAll('.button-primary').length]).toEqual([0, 1]);
  return found;
}

beforeAll(() => startTexts('en', ['signing-page', 'links']));
beforeEach(() => localStorage.clear());

describe('declining reminders', () => {
  const CALL = `POST /api/reminders/${TOKEN}/decline`;

  it('asks first, and acts on a single press', async () => {
    const calls = open('reminders', { [CALL]: [204] });
    expect(await heading('No more reminders?')).toBeVisible();
    expect(calls).toEqual([]);
    await press('Stop reminders');
    expect(await heading('Reminders stopped.')).toHaveFocus();
    expect(screen.getByText(/You can still sign/)).toBeVisible();
    expect(calls).toEqual([CALL]);
  });

  it('is offered again after a failure', async () => {
    open('reminders', { [CALL]: BUSY });
    await press('Stop reminders');
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again.');
    expect(screen.getByRole('button', { name: 'Stop reminders' })).toBeEnabled();
  });

  it('shows the card of dead links for an invalid link', async () => {
    open('reminders', { [CALL]: DEAD });
    await press('Stop reminders');
    expect(await heading('This link is no longer valid.')).toHaveFocus();
  });
});

describe('continuing on another device', () => {
  const CALL = `POST /api/continue/${TOKEN}`;
  const READ = 'GET /api/ndas/an-nda';
  const LET_IN = { [CALL]: [200, { id: 'an-nda' }], [READ]: [200, { id: 'an-nda' }] } as const;

  it('explains the effect, and then leads to the NDA', async () => {
    open('continue', LET_IN);
    expect(screen.getByText(/can then read, sign, pay for and send/)).toBeVisible();
    await press('Continue');
    await waitFor(() => expect(leave.leaveTo).toHaveBeenCalledWith('/nda/an-nda'));
  });

  it('says where to get another link if this one was already used', async () => {
    open('continue', { [CALL]: [410, { code: 'link_used', message: 'Used.' }] });
    await press('Continue');
    expect(await screen.findByText(/Ask for a new one on the first device/)).toBeVisible();
  });

  it('shows the card of dead links for an invalid link', async () => {
    open('continue', { [CALL]: DEAD });
    await press('Continue');
    expect(await screen.findByText(/open the link|Ask the party that invited you/)).toBeVisible();
    expect(await heading('This link is no longer valid.')).toHaveFocus();
  });

  it('is offered again after a failure', async () => {
    open('continue', { [CALL]: 'no answer' });
    await press('Continue');
    expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/);
  });
});

describe('continuing in a browser that refuses cookies', () => {
  const CALL = `POST /api/continue/${TOKEN}`;
  const READ = 'GET /api/ndas/an-nda';
  const LET_IN = { [CALL]: [200, { id: 'an-nda' }], [READ]: [200, { id: 'an-nda' }] } as const;
  const REFUSED = 'Your browser keeps no cookies for this site.';
  afterEach(() => {
    allowAgain();
    jest.mocked(leave.leaveTo).mockClear();
  });

  it('says so first, and does not use up the link', async () => {
    refuseCookies();
    const calls = open('continue', LET_IN);
    expect(await screen.findByRole('alert')).toHaveTextContent(REFUSED);
    await press('Continue');
    expect(screen.getByRole('alert').parentElement).toHaveFocus();
    expect(calls).toEqual([]);
    allowAgain();
    await press('Continue');
    await waitFor(() => expect(leave.leaveTo).toHaveBeenCalledWith('/nda/an-nda'));
  });

  it('is noticed if only the cookie of the answer is lost, and the same key is sent again', async () => {
    open('continue', { ...LET_IN, [READ]: [404, { code: 'not_found', message: '' }] });
    const keyOf = () => new Headers(jest.mocked(fetch).mock.calls[0]?.[1]?.headers).get('Idempotency-Key');
    await press('Continue');
    expect(await screen.findByRole('alert')).toHaveTextContent(REFUSED);
    expect(leave.leaveTo).not.toHaveBeenCalled();
    const first = keyOf();
    fakeServer(LET_IN);
    await press('Continue');
    await waitFor(() => expect(leave.leaveTo).toHaveBeenCalledWith('/nda/an-nda'));
    expect([first, keyOf()]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), first]);
  });
});

describe('disputing a signature', () => {
  const GET = `GET /api/disputes/${TOKEN}`;
  const CALL = `POST /api/disputes/${TOKEN}`;

  it('explains the effect before the one button, and afterwards names the time and the address to write to', async () => {
    const calls = open('dispute', { [GET]: [200, DISPUTE], [CALL]: [200, DISPUTED] });
    expect(await heading('You did not sign?')).toBeVisible();
    expect(screen.getByText(/13 November 2026/)).toBeVisible();
    expect(screen.getByText(/records for good/)).toBeVisible();
    expect(calls).toEqual([GET]);
    await press('I did not sign');
    expect(await heading(/^Recorded on 20\sNovember\s2026/)).toHaveFocus();
    expect(screen.getByText(sampleSite.operatorEmail ?? '')).toBeVisible();
  });

  it('shows the same whenever the link is opened again', async () => {
    open('dispute', { [GET]: [200, DISPUTED] });
    expect(await heading(/^Recorded on 20\sNovember\s2026/)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('names no person and no agreement', async () => {
    open('dispute', { [GET]: [200, { ...DISPUTE, ideaTitle: 'Secret' }] });
    await heading('You did not sign?');
    expect(document.body.textContent).not.toContain('Secret');
  });

  it.each([['unknown', DEAD] as const])(
    'shows the card of dead links if the link is %s',
    async (_, answer) => {
      open('dispute', { [GET]: answer });
      expect(await heading('This link is no longer valid.')).toBeVisible();
    },
  );

  it('shows the card of dead links if the NDA was erased meanwhile', async () => {
    open('dispute', { [GET]: [200, DISPUTE], [CALL]: DEAD });
    await heading('You did not sign?');
    fakeServer({ [GET]: DEAD, [CALL]: DEAD });
    await press('I did not sign');
    expect(await heading('This link is no longer valid.')).toHaveFocus();
  });

  it('is loaded again after a failure', async () => {
    open('dispute', { [GET]: 'no answer' });
    await heading('This cannot be loaded right now.');
    fakeServer({ [GET]: [200, DISPUTE] });
    await press('Try again');
    expect(await heading('You did not sign?')).toBeVisible();
  });
});
