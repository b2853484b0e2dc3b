import { ADMIN_REDIRECT_MS } from '@siegel/contracts/limits';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { render } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { toasts } from '../../../components/toast-store.js';
import { createQueryClient } from '../../../lib/query-client.js';
import { startTexts } from '../../../testing/texts.js';
import { officeServer } from '../testing/office-server.js';
import LoginPage from './login-page.js';

function Here() {
  const { pathname, search, state } = useLocation();
  return <output>{`${pathname}${search} ${JSON.stringify(state)}`}</output>;
}

async function loggedIn(role: string, state: unknown): Promise<string | null> {
  officeServer({ 'POST /api/admin/login': [200, { role }] });
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
  await act(() => jest.advanceTimersByTimeAsync(ADMIN_REDIRECT_MS));
  return (await screen.findByRole('status')).textContent;
}

const REFUSED: readonly [number, object] = [401, { code: 'invalid_password', message: 'Invalid password' }];

beforeAll(() => startTexts('en', ['admin']));
beforeEach(() => {
  jest.useFakeTimers();
  toasts.clear();
});
afterEach(() => jest.useRealTimers());

it.each([
  ['the admin at the dashboard', 'admin', null, '/admin/dashboard?lang=en null'],
  ['the auditor at the log', 'auditor', null, '/admin/audit?lang=en null'],
  [
    'whoever was somewhere there again',
    'admin',
    { place: { to: '/admin/dashboard?days=30', kept: { search: 'elif' } } },
    '/admin/dashboard?days=30 {"search":"elif"}',
  ],
  [
    'nobody outside of the office',
    'admin',
    { place: { to: '//example.org' } },
    '/admin/dashboard?lang=en null',
  ],
])('goes on with %s', async (_, role, state, place) => {
  expect(await loggedIn(role, state)).toBe(place);
});

it.each([
  ['a password that is wrong', REFUSED, true],
  ['a service that is away', [503, { code: 'unavailable', message: 'Please try again.' }] as const, false],
])('tells of %s at the field only where that is to blame', async (_, answer, isBlamed) => {
  officeServer({ 'POST /api/admin/login': answer });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/admin']}>
        <LoginPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const field = screen.getByLabelText('Password');
  await user.type(field, 'secret{Enter}');
  await waitFor(() => expect(toasts.snapshot()).toMatchObject({ tone: 'bad', title: 'Login Failed' }));
  expect(field.getAttribute('aria-invalid')).toBe(isBlamed ? 'true' : null);
});
