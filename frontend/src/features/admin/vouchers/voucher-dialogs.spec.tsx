import type { VoucherView } from '@siegel/contracts/admin/views';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../../components/toast-store.js';
import { type FakeAnswer, fakeServer } from '../../../testing/fake-server.js';
import { renderWithProviders } from '../../../testing/render.js';
import { startTexts } from '../../../testing/texts.js';
import { DeleteVoucherDialog, RecipientDialog } from './voucher-dialogs.js';

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

/** Replaces the voucher's recipient by pasting a name, and saves. The server responds with `answer`. */
async function renamed(name: string, answer: FakeAnswer) {
  const calls = fakeServer({ 'PATCH /api/admin/vouchers/v1/recipient': answer });
  const onClose = jest.fn();
  renderWithProviders(<RecipientDialog voucher={VOUCHER} onClose={onClose} />);
  const field = screen.getByRole('textbox');
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(name);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  return { field, calls, onClose };
}

beforeAll(() => startTexts('en', ['admin']));
beforeEach(() => toasts.clear());

describe('the recipient of a voucher', () => {
  it('is saved, and the dialog closes', async () => {
    const { onClose } = await renamed('Noah Berg', [200, VOUCHER]);
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(toasts.snapshot()).toMatchObject({ title: 'Recipient Saved' });
  });

  it('if it is refused, the message of the server appears once, and a short error at the field', async () => {
    const message = 'The voucher was deleted meanwhile.';
    const { field, onClose } = await renamed('Noah Berg', [404, { code: 'not_found', message }]);
    expect(toasts.snapshot()).toMatchObject({ title: 'Error', description: message });
    expect(field).toHaveAccessibleDescription('This name was not saved.');
    expect(field).toHaveFocus();
    expect(screen.queryByText(message)).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('if it is too long, it stays complete in the field, with a counter and an error', async () => {
    const name = 'x'.repeat(121);
    const { field, calls } = await renamed(name, [200, VOUCHER]);
    expect(field).toHaveValue(name);
    expect(screen.getByText('121 / 120')).toHaveClass('text-bad');
    expect(field).toHaveAccessibleDescription(/At most 120 characters\./);
    expect(field).toHaveFocus();
    expect(calls).toEqual([]);
  });
});

describe('deleting a voucher', () => {
  it.each([
    [
      'says that an available voucher can no longer be redeemed',
      {},
      /NDA-7QKM-2XHT can no longer be redeemed/,
    ],
    [
      'says that a used voucher leaves the list',
      { isUsed: true },
      /NDA-7QKM-2XHT will no longer be in the list/,
    ],
    [
      'says that an expired voucher leaves the list',
      { expiresAt: '2025-11-22T22:59:59Z' },
      /no longer be in the list/,
    ],
    [
      'says that a voucher without its code leaves the list',
      { code: '', isUsed: true },
      /^This voucher will no longer/,
    ],
  ])('%s', (_, change, text) => {
    renderWithProviders(<DeleteVoucherDialog voucher={{ ...VOUCHER, ...change }} onClose={jest.fn()} />);
    expect(screen.getByText(text)).toBeVisible();
  });
});
