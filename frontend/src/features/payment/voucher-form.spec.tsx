import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../components/toast-store.js';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { useParty1Payer } from './party1-payer.js';
import { VoucherForm } from './voucher-form.js';

const ADDRESS = `/api/ndas/${sampleNda.id}`;
const PAID = { ...sampleNda, amountDue: 0, paymentStatus: 'succeeded' };
const ignored = () => undefined;

async function redeem(answer: FakeAnswer, now: FakeAnswer, code = 'NDA-7QKM-2XHT'): Promise<jest.Mock> {
  fakeServer({ [`POST ${ADDRESS}/apply-voucher`]: answer, [`GET ${ADDRESS}`]: now });
  const onApplied = jest.fn();
  const OfParty1 = () => (
    <VoucherForm
      redeem={useParty1Payer(sampleNda, ignored).redeem}
      code={code}
      onCode={ignored}
      onCancel={ignored}
      onBusy={ignored}
      onApplied={onApplied}
    />
  );
  renderWithProviders(<OfParty1 />);
  await userEvent.click(screen.getByRole('button', { name: 'Redeem voucher' }));
  return onApplied;
}

beforeAll(() => startTexts('en', ['payment']));

describe('a voucher', () => {
  it('asks for a missing code, and sends nothing', async () => {
    const onApplied = await redeem([200, PAID], [200, PAID], '  ');
    expect(screen.getByText('Please enter a voucher code.')).toBeVisible();
    expect(screen.getByRole('textbox')).toHaveFocus();
    expect(onApplied).not.toHaveBeenCalled();
  });

  it('is shown as redeemed if it has paid although the answer was lost', async () => {
    const onApplied = await redeem('no answer', [200, PAID]);
    await waitFor(() => expect(onApplied.mock.calls[0]?.[0]).toMatchObject({ done: true }));
    expect(screen.getByRole('textbox')).toBeValid();
  });

  it('can be redeemed again if it did not pay', async () => {
    const onApplied = await redeem(
      [503, { code: 'unavailable', message: 'Please try again.' }],
      [200, sampleNda],
    );
    expect(onApplied).not.toHaveBeenCalled();
    // The toast shows the server's message. The field does not repeat it.
    expect(await screen.findByText('This voucher was not redeemed.')).toBeVisible();
    expect(toasts.snapshot()).toMatchObject({
      title: 'Error',
      description: 'Please try again.',
      tone: 'bad',
    });
    expect(screen.queryByText('Please try again.')).not.toBeInTheDocument();
    expect(screen.getByRole('textbox')).toHaveFocus();
  });
});
