import { lastDays } from '@siegel/contracts/analytics/days';
import { ADMIN_REFRESH_MS } from '@siegel/contracts/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { toasts } from '../../../components/toast-store.js';
import { i18n } from '../../../lib/i18n.js';
import { renderWithProviders } from '../../../testing/render.js';
import { startTexts } from '../../../testing/texts.js';
import { adminServer } from '../testing/admin-server.js';
import DashboardPage from './dashboard-page.js';

jest.mock('../figures/line-chart.js', () => ({
  LineChart: ({ sentence }: { sentence: string }) => <i role="img" aria-label={sentence} />,
}));

const TODAY = '2026-11-26';
const SUMMARY = 'GET /api/analytics/summary';
const summaryCall = ({ startDate, endDate }: { startDate: string; endDate: string }) =>
  `${SUMMARY}?startDate=${startDate}&endDate=${endDate}`;

/** The router's location. In a test it differs from the window's location. */
function Here() {
  const { pathname, search, state } = useLocation();
  return <output data-testid="here">{`${pathname}${search} ${JSON.stringify(state)}`}</output>;
}
const here = () => screen.getByTestId('here').textContent;

function open(path = '/admin/dashboard') {
  renderWithProviders(
    <>
      <Routes>
        <Route path="/admin" element={<p>login</p>} />
        <Route path="/admin/dashboard" element={<DashboardPage />} />
      </Routes>
      <Here />
    </>,
    path,
  );
  return userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
}
const figure = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent;

beforeAll(() => startTexts('en', ['admin']));
beforeEach(() => jest.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`) }));
afterEach(() => jest.useRealTimers());

describe('access to the dashboard', () => {
  it('redirects to the login without a session, and remembers the page', async () => {
    adminServer({ 'GET /api/admin/check': [200, { isAdmin: false, role: null }] });
    open('/admin/dashboard?days=30');
    expect(await screen.findByText('login')).toBeInTheDocument();
    expect(here()).toBe('/admin?lang=en {"place":{"to":"/admin/dashboard?days=30","kept":null}}');
  });

  it('is refused to an auditor, with a link to the right page', async () => {
    const { calls } = adminServer({ 'GET /api/admin/check': [200, { isAdmin: false, role: 'auditor' }] });
    open();
    expect(await screen.findByText('This view is not for your role.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the log' })).toHaveAttribute(
      'href',
      '/admin/audit?lang=en',
    );
    expect(calls).toEqual(['GET /api/admin/check']);
  });

  it('redirects to the login after a logout', async () => {
    adminServer({ 'POST /api/admin/logout': [204] });
    const user = open();
    sessionStorage.setItem('assistant', '{}');
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('login')).toBeInTheDocument();
    // The conversation with the assistant ends with the session.
    expect(sessionStorage.getItem('assistant')).toBeNull();
  });

  it('stays after a failed logout, reports it and offers another try', async () => {
    const { answers } = adminServer({ 'POST /api/admin/logout': [503, { code: 'unavailable' }] });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(toasts.snapshot()).toMatchObject({ tone: 'bad', title: 'Logout Failed' }));
    expect(here()).toContain('/admin/dashboard');
    answers['POST /api/admin/logout'] = [204];
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('login')).toBeInTheDocument();
  });
});

describe('the figures', () => {
  const answers = {
    'GET /api/admin/analytics': [
      200,
      {
        total: 2148,
        byStatus: { draft: 611, party1_signed: 173, completed: 6, sent: 1358 },
        payments: { total: 1364, pending: 9, totalRevenue: 3214.87 },
      },
    ],
    [SUMMARY]: [
      200,
      {
        totalPageViews: 2907,
        pageViewsByPage: [{ page: 'home', count: 1843 }],
        funnelMetrics: [
          { eventType: 'view', count: 1284 },
          { eventType: 'created', count: 312 },
          { eventType: 'signed', count: 198 },
          { eventType: 'paid', count: 194 },
        ],
        daily: [{ date: TODAY, eventType: 'view', count: 12 }],
      },
    ],
  } as const;

  it('are totals of everything, and the funnel of the range with its four rates', async () => {
    adminServer(answers);
    open();
    expect(await figure('All agreements')).toBe('2,148');
    expect(await figure('Signed by both, not sent')).toBe('6');
    expect(await figure('Payment open')).toBe('9');
    expect(await figure('Revenue')).toBe('€3,214.87');
    expect(await figure('All pages')).toBe('2,907');
    expect(await figure('FAQ')).toBe('0');
    const funnel = screen.getByRole('list', { name: 'From view to payment' });
    expect(
      within(funnel)
        .getAllByRole('listitem')
        .map((step) => step.textContent),
    ).toEqual([
      '1,284 Views',
      'of these 24.3%312 Created',
      'of these 63.5%198 Signed',
      'of these 98.0%194 Paid',
    ]);
    expect(screen.getByText('15.1%')).toBeVisible();
    expect(screen.getAllByText('20 Nov 2026 to 26 Nov 2026')).toHaveLength(3);
    expect(await screen.findByRole('img', { name: /Views: first 0, last 12, highest 12/ })).toBeVisible();
  });

  it('show a dash for a rate that would divide by zero', async () => {
    adminServer();
    open();
    await screen.findByRole('list', { name: 'From view to payment' });
    expect(screen.getAllByText('–')).toHaveLength(4);
  });

  it('are polled every 30 seconds; lists of agreements are not, as each fetch is recorded', async () => {
    const { calls } = adminServer(answers);
    open();
    await figure('Revenue');
    await screen.findByText('No agreements yet');
    calls.length = 0;
    await act(() => jest.advanceTimersByTimeAsync(ADMIN_REFRESH_MS));
    expect(calls.map((call) => call.split('?')[0]).sort()).toEqual([
      'GET /api/admin/analytics',
      'GET /api/admin/obligations',
      'GET /api/admin/obligations',
      SUMMARY,
    ]);
  });

  it('stay on the screen after a failed poll, with their time', async () => {
    const server = adminServer(answers);
    open();
    await figure('Revenue');
    server.answers['GET /api/admin/analytics'] = [503];
    await act(() => jest.advanceTimersByTimeAsync(ADMIN_REFRESH_MS));
    expect(await screen.findByText(/^As of 26 Nov 2026, .* The update failed\.$/)).toBeVisible();
    expect(await figure('Revenue')).toBe('€3,214.87');
  });

  it('are requested again on a click if they have never arrived', async () => {
    const server = adminServer({ 'GET /api/admin/analytics': 'no answer' });
    const user = open();
    expect(await screen.findByText('The totals cannot be loaded right now.')).toBeVisible();
    Object.assign(server.answers, answers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await figure('All agreements')).toBe('2,148');
  });
});

describe('the range', () => {
  it('is the one in the address, or else the last seven days, and can be cleared', async () => {
    const { calls } = adminServer();
    const user = open();
    await screen.findByRole('list', { name: 'From view to payment' });
    expect(calls).toContain(summaryCall(lastDays(TODAY, 7)));
    expect(screen.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: '30 days' }));
    await waitFor(() => expect(calls).toContain(summaryCall(lastDays(TODAY, 30))));
    expect(here()).toContain('/admin/dashboard?days=30&lang=en');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(here()).toContain('/admin/dashboard?lang=en');
    expect(screen.getByLabelText('From')).toHaveValue('2026-11-20');
  });

  it('shows an error and sends no request if it is reversed', async () => {
    const { calls } = adminServer();
    open('/admin/dashboard?from=2026-11-20&to=2026-11-10');
    expect(await screen.findByText('The end lies before the beginning.')).toBeVisible();
    expect(screen.getByLabelText('To')).toHaveAccessibleDescription('The end lies before the beginning.');
    await screen.findByText('No agreements yet');
    expect(calls.filter((call) => call.startsWith(SUMMARY))).toEqual([]);
  });

  it('stays when the language changes', async () => {
    adminServer();
    open('/admin/dashboard?days=90&lang=en');
    await screen.findByRole('list', { name: 'From view to payment' });
    await act(() => i18n.changeLanguage('de'));
    await waitFor(() => expect(here()).toContain('/admin/dashboard?days=90 '));
    await act(() => i18n.changeLanguage('en'));
  });
});

it('when the session has ended, asks for the password in a dialog and stays on the page', async () => {
  const server = adminServer({
    'GET /api/admin/analytics': [401, { code: 'unauthenticated', message: '' }],
  });
  const user = open('/admin/dashboard?days=30');
  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  server.answers['POST /api/admin/login'] = () => {
    server.answers['GET /api/admin/analytics'] = [
      200,
      {
        total: 5,
        byStatus: { draft: 5, party1_signed: 0, completed: 0, sent: 0 },
        payments: { total: 0, pending: 0, totalRevenue: 0 },
      },
    ];
    return [200, { role: 'admin' }];
  };
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await figure('All agreements')).toBe('5');
  expect(here()).toContain('?days=30');
});
