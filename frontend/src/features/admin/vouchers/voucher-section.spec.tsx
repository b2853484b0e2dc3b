import type { VoucherView } from '@siegel/contracts/admin/views';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../../components/toast-store.js';
import { renderWithProviders } from '../../../testing/render.js';
import { startTexts } from '../../../testing/texts.js';
import { useAddress } from '../page/use-address.js';
import { adminServer, pageOf } from '../testing/admin-server.js';
import { VoucherSection } from './voucher-section.js';

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
const VOUCHERS = 'GET /api/admin/vouchers';

let vouchers: VoucherView[];
const writeText = jest.fn(async () => undefined);

function open() {
  const server = adminServer({
    [VOUCHERS]: (query) => [200, { ...pageOf(vouchers, query), totalIsEstimate: false }],
    'POST /api/admin/vouchers': () => {
      vouchers = [{ ...VOUCHER, id: 'v2', code: 'NDA-P4WC-9LRD' }, ...vouchers];
      return [201, vouchers[0]];
    },
    'DELETE /api/admin/vouchers/v1': () => {
      vouchers = [];
      return [204];
    },
  });
  const user = userEvent.setup();
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  renderWithProviders(<Section />, '/admin/dashboard');
  return { user, ...server };
}

function Section() {
  return <VoucherSection address={useAddress()} />;
}

beforeAll(() => startTexts('en', ['admin']));
beforeEach(() => {
  vouchers = [VOUCHER];
  writeText.mockClear();
});

it('sends the recipient, then copies and lists the generated code', async () => {
  const { user, calls } = open();
  await user.click(await screen.findByRole('button', { name: 'Generate voucher' }));
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), ' Noah Berg ');
  await user.click(screen.getAllByRole('button', { name: 'Generate voucher' }).at(-1) as HTMLElement);
  expect(await screen.findByText('NDA-P4WC-9LRD')).toBeInTheDocument();
  await waitFor(() => expect(toasts.snapshot()).toMatchObject({ title: 'Voucher Generated' }));
  expect(writeText).toHaveBeenCalledWith('NDA-P4WC-9LRD');
  expect(calls).toContain('POST /api/admin/vouchers {"category":"10-day-code","recipientName":"Noah Berg"}');
});

it('deletes only after a confirmation', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Delete NDA-7QKM-2XHT' }));
  expect(vouchers).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Delete voucher' }));
  expect(await screen.findByText('No vouchers yet')).toBeInTheDocument();
});

it('lists a voucher whose code is gone, without buttons to copy or edit it', async () => {
  vouchers = [{ ...VOUCHER, code: '', recipientName: null, isUsed: true, usedAt: '2025-11-13T10:00:00Z' }];
  open();
  expect(await screen.findByText('Voucher without code')).toBeInTheDocument();
  expect(screen.getByText('used on 13 Nov 2025')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Delete Voucher without code' })).toBeInTheDocument();
  for (const name of [/^Copy/, /recipient/i])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

it('searches and filters on the server, and shows all vouchers again', async () => {
  const { user, calls } = open();
  await screen.findByText('NDA-7QKM-2XHT');
  await user.type(screen.getByRole('searchbox', { name: 'Search vouchers' }), 'elif');
  await waitFor(() => expect(calls).toContain(`${VOUCHERS}?page=1&pageSize=5&search=elif`));
  vouchers = [];
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Used');
  expect(await screen.findByText('No voucher found.')).toBeVisible();
  expect(calls).toContain(`${VOUCHERS}?page=1&pageSize=5&status=used&search=elif`);
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('No vouchers yet')).toBeVisible();
});
