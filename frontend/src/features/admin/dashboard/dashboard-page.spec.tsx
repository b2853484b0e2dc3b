import type { VoucherView } from '@siegel/contracts/admin/views';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { toasts } from '../../../components/toast-store.js';
import { renderWithProviders } from '../../../testing/render.js';
import { startTexts } from '../../../testing/texts.js';
import DashboardPage from './dashboard-page.js';

const VOUCHER: VoucherView = {
  id: 'v1',
  code: 'NDA-7QKM-2XHT',
  category: '10-day-code',
  recipientName: 'Elif Aydin',
  isUsed: false,
  usedAt: null,
  usedByNdaId: null,
  expiresAt: '2999-11-22T22:59:59Z',
  createdAt: '2025-11-12T10:00:00Z',
  deletedAt: null,
};

let isAdmin = true;
let vouchers: VoucherView[] = [];
const writeText = jest.fn(async () => undefined);

beforeAll(() => startTexts('en', ['admin']));
beforeEach(() => {
  isAdmin = true;
  vouchers = [VOUCHER];
  Object.assign(globalThis, { fetch: jest.fn(serve) });
  writeText.mockClear();
});

async function serve(path: string, init: RequestInit): Promise<Partial<Response>> {
  const call = `${init.method} ${path.split('?')[0]}`;
  const reply = (status: number, body?: unknown): Partial<Response> => ({
    ok: status < 400,
    status,
    statusText: '',
    text: async () => (body === undefined ? '' : JSON.stringify(body)),
  });
  if (call === 'GET /api/admin/check') return reply(200, { isAdmin, role: isAdmin ? 'admin' : null });
  if (call === 'GET /api/admin/vouchers')
    return reply(200, { items: vouchers, total: vouchers.length, page: 1, pageSize: 5 });
  if (call === 'POST /api/admin/vouchers') {
    vouchers = [{ ...VOUCHER, id: 'v2', code: 'NDA-P4WC-9LRD' }, ...vouchers];
    return reply(201, vouchers[0]);
  }
  if (call === 'DELETE /api/admin/vouchers/v1') {
    vouchers = [];
    return reply(204);
  }
  if (call === 'POST /api/admin/logout') return reply(204);
  return reply(404);
}

function open() {
  const user = userEvent.setup();
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  renderWithProviders(
    <Routes>
      <Route path="/admin" element={<p>login</p>} />
      <Route path="/admin/dashboard" element={<DashboardPage />} />
    </Routes>,
    '/admin/dashboard',
  );
  return user;
}

it('sends everybody who is no admin to the login', async () => {
  isAdmin = false;
  open();
  expect(await screen.findByText('login')).toBeInTheDocument();
});

it('puts a generated code on the clipboard and into the list', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Generate voucher' }));
  expect(await screen.findByText('NDA-P4WC-9LRD')).toBeInTheDocument();
  await waitFor(() => expect(toasts.snapshot()).toMatchObject({ title: 'Voucher Generated' }));
  expect(writeText).toHaveBeenCalledWith('NDA-P4WC-9LRD');
});

it('deletes only after asking', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Delete NDA-7QKM-2XHT' }));
  expect(vouchers).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Delete voucher' }));
  expect(await screen.findByText('No vouchers yet')).toBeInTheDocument();
});

it('lists a voucher whose code is gone, with nothing to copy or to change', async () => {
  vouchers = [{ ...VOUCHER, code: '', recipientName: null, isUsed: true, usedAt: '2025-11-13T10:00:00Z' }];
  open();
  expect(await screen.findByText('Voucher without code')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Delete Voucher without code' })).toBeInTheDocument();
  for (const name of [/^Copy/, /recipient/i])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

it('goes to the login after logging out', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  expect(await screen.findByText('login')).toBeInTheDocument();
});
