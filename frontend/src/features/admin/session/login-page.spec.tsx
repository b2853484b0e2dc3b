import { ADMIN_REDIRECT_MS } from '@siegel/contracts/limits';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { render } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { toasts } from '../../../components/toast-store.js';
import { createQueryClient } from '../../../lib/query-client.js';
import { cookies } from '../../../lib/cookies.js';
import { allowAgain, refuseCookies } from '../../../testing/refused-cookies.js';
import { startTexts } from '../../../testing/texts.js';
import type { FakeAnswer } from '../../../testing/fake-server.js';
import { type AdminServer, adminServer } from '../testing/admin-server.js';
import LoginPage from './login-page.js';

function Here() {
  const { pathname, search, state } = useLocation();
  return <output>{`${pathname}${search} ${JSON.stringify(state)}`}</output>;
}

/** Opens the page and submits a password. */
async function entered(
  answer: FakeAnswer,
  state: unknown = null,
  check: FakeAnswer = [200, { isAdmin: true, role: 'admin' }],
): Promise<AdminServer> {
  const server = adminServer({ 'POST /api/admin/login': answer, 'GET /api/admin/check': check });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: '/admin', state }]}>
        <Routes>
          <Route path="/admin" element={<LoginPage />} />
          <Route path="*" element={<Here />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  return server;
}

async function loggedIn(role: string, state: unknown): Promise<string | null> {
  await entered([200, { role }], state);
  await act(() => jest.advanceTimersByTimeAsync(ADMIN_REDIRECT_MS));
  return (await screen.findByRole('status')).textContent;
}

beforeAll(() => startTexts('en', ['admin', 'cookies']));
beforeEach(() => {
  jest.useFakeTimers();
  toasts.clear();
});
afterEach(() => {
  jest.useRealTimers();
  allowAgain();
});

it.each([
  ['the admin to the dashboard', 'admin', null, '/admin/dashboard?lang=en null'],
  ['the auditor to the log', 'auditor', null, '/admin/audit?lang=en null'],
  [
    'a user who was on an admin page back to it',
    'admin',
    { place: { to: '/admin/dashboard?days=30', kept: { search: 'elif' } } },
    '/admin/dashboard?days=30 {"search":"elif"}',
  ],
  [
    'a user to the dashboard instead of another site',
    'admin',
    { place: { to: '//example.org' } },
    '/admin/dashboard?lang=en null',
  ],
])('leads %s', async (_, role, state, place) => {
  expect(await loggedIn(role, state)).toBe(place);
});

it.each<[string, FakeAnswer, boolean]>([
  ['a wrong password', [401, { code: 'invalid_password', message: 'Wrong.' }], true],
  ['an unavailable service, which compared nothing', [503, { code: 'unavailable', message: 'Away.' }], false],
  [
    'too many attempts, after which nothing was compared',
    [429, { code: 'rate_limited', message: 'Later.' }],
    false,
  ],
])('marks the password as wrong only if it is: %s', async (_, answer, isMarked) => {
  await entered(answer);
  await waitFor(() => expect(toasts.snapshot()).toMatchObject({ tone: 'bad' }));
  await act(() => jest.advanceTimersByTimeAsync(0));
  const field = screen.getByLabelText('Password');
  expect(field).toHaveValue('secret');
  expect(field.getAttribute('aria-invalid')).toBe(isMarked ? 'true' : null);
});

describe('a browser that refuses cookies', () => {
  const REFUSED = 'Your browser keeps no cookies for this site.';
  const NOBODY: FakeAnswer = [200, { isAdmin: false, role: null }];

  it('reads so before the password is typed, and sends no password', async () => {
    refuseCookies();
    const { calls } = await entered([200, { role: 'admin' }]);
    expect(await screen.findByRole('alert')).toHaveTextContent(REFUSED);
    expect(screen.getByRole('alert').parentElement).toHaveFocus();
    expect(calls).toEqual([]);
    expect(screen.getByLabelText('Password')).toHaveValue('secret');
  });

  it('logs in without a reload once cookies are allowed', async () => {
    refuseCookies();
    await entered([200, { role: 'admin' }]);
    allowAgain();
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => screen.getByRole('button', { name: 'Login' }).click());
    await act(() => jest.advanceTimersByTimeAsync(ADMIN_REDIRECT_MS));
    expect((await screen.findByRole('status')).textContent).toBe('/admin/dashboard?lang=en null');
  });

  it('is noticed if only the cookie of the session is lost', async () => {
    await entered([200, { role: 'admin' }], null, NOBODY);
    await waitFor(() => expect(cookies.refusals()).toBeGreaterThan(0));
    expect(await screen.findByRole('alert')).toHaveTextContent(REFUSED);
    expect(toasts.snapshot()).toBeUndefined();
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.getByLabelText('Password')).toHaveValue('secret');
  });

  it('is not suspected if the check of the login fails', async () => {
    await entered([200, { role: 'admin' }], null, [503, { code: 'unavailable', message: 'Away.' }]);
    await act(() => jest.advanceTimersByTimeAsync(ADMIN_REDIRECT_MS));
    expect((await screen.findByRole('status')).textContent).toBe('/admin/dashboard?lang=en null');
  });
});
