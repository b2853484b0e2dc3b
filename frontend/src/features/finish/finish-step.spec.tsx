import type { Language } from '@siegel/contracts/enums';
import type { DeliveryView, NdaView, RecipientView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeServer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { formatMoment } from '../../lib/format.js';
import { i18n } from '../../lib/i18n.js';
import { FinishStep } from './finish-step.js';

const COMPLETED: NdaView = { ...sampleNda, status: 'completed' };
const PAID: NdaView = { ...COMPLETED, paymentStatus: 'succeeded', amountDue: 0 };
const SENT_AT = '2026-11-12T13:36:05.000Z';

const recipient = (party: 1 | 2, change: Partial<RecipientView> = {}): RecipientView => ({
  party,
  status: 'queued',
  at: null,
  reason: null,
  nextTryAt: null,
  ...change,
});
const delivering = (change: Partial<DeliveryView>): NdaView => ({
  ...PAID,
  delivery: { status: 'making', error: null, recipients: [recipient(1), recipient(2)], ...change },
});

function shown(nda: NdaView, operatorEmail: string | null = null) {
  fakeServer({ [`GET /api/ndas/${nda.id}`]: [200, nda] });
  const onSent = jest.fn();
  const onToSigning = jest.fn();
  const onLeave = jest.fn();
  renderWithProviders(
    <FinishStep
      nda={nda}
      onSent={onSent}
      onToSigning={onToSigning}
      onReuse={() => {}}
      onLeave={onLeave}
      paymentDialog={({ onPending, onOpenChange }) => (
        <>
          <button type="button" onClick={() => onPending(true)}>
            Payment
          </button>
          <button type="button" onClick={() => onOpenChange(false)}>
            Leave it
          </button>
        </>
      )}
    />,
    '/',
    { operatorEmail },
  );
  return { onSent, onToSigning, onLeave };
}

/** Returns the title and time of each stage. */
const stages = () =>
  within(screen.getByRole('list', { name: 'Delivery progress' }))
    .getAllByRole('listitem')
    .map((item) => [item.querySelector('b')?.textContent, item.querySelector('.stage-time')?.textContent]);

const texts = (language: Language) => startTexts(language, ['finish', 'wizard', 'invitation']);
beforeAll(() => texts('en'));
// The step polls every two seconds.
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

describe('step 5', () => {
  it('leads back to the signatures if they are missing', async () => {
    const { onToSigning } = shown({ ...sampleNda, status: 'draft' });
    await user().click(screen.getByRole('button', { name: 'Go to the signatures' }));
    expect(onToSigning).toHaveBeenCalledTimes(1);
  });

  it('shows the amount due, and opens the payment', async () => {
    shown(COMPLETED);
    expect(screen.getByText(/1\.99/)).toBeVisible();
    await user().click(screen.getByRole('button', { name: 'Pay and send' }));
    expect(screen.getByText('Payment')).toBeVisible();
  });

  it('does not ask for another payment while the server has not seen the first one', async () => {
    shown(COMPLETED);
    await user().click(screen.getByRole('button', { name: 'Pay and send' }));
    await user().click(screen.getByRole('button', { name: 'Payment' }));
    expect(screen.getByText('The payment is being confirmed.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pay and send' })).toBeNull();
    // The wait for the confirmation is limited, because a bank may still refuse a payment that it is
    // processing.
    await act(() => jest.advanceTimersByTimeAsync(29_000));
    expect(screen.queryByText(/^This is taking longer than usual/)).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1_100));
    expect(screen.getByText(/^This is taking longer than usual\. You can close this page:/)).toBeVisible();
  });

  it('while making the document fails, does not mention a document', () => {
    shown(delivering({ status: 'retrying', error: 'render_failed' }));
    expect(stages()).toEqual([
      ['Making the PDF', 'being tried again'],
      ['Sealing', 'waiting'],
      [`To ${sampleNda.party1Name}`, 'waiting'],
      [`To ${sampleNda.party2Name}`, 'waiting'],
    ]);
  });

  it('shows when each mail was sent or will be tried again', () => {
    const nextTryAt = '2026-11-12T13:46:05.000Z';
    const sent = recipient(1, { status: 'sent', at: SENT_AT });
    shown(
      delivering({ status: 'retrying', recipients: [sent, recipient(2, { status: 'retrying', nextTryAt })] }),
    );
    const now = new Date();
    expect(stages()).toEqual([
      ['PDF made', ''],
      ['Sealed', ''],
      [`Sent to ${sampleNda.party1Name}`, formatMoment(SENT_AT, 'en', now)],
      [`To ${sampleNda.party2Name}`, `next attempt ${formatMoment(nextTryAt, 'en', now)}`],
    ]);
  });

  it('offers the document once it is sent', () => {
    const recipients = [1, 2].map((party) => recipient(party as 1 | 2, { status: 'sent', at: SENT_AT }));
    const { onSent } = shown({ ...delivering({ status: 'sent', recipients }), status: 'sent' });
    expect(onSent).toHaveBeenCalled();
    expect(screen.getByRole('link', { name: 'Download PDF' })).toHaveAttribute(
      'href',
      `/api/ndas/${sampleNda.id}/pdf`,
    );
  });

  it('names the address that refused the mail', () => {
    const recipients = [recipient(1, { status: 'sent', at: SENT_AT }), recipient(2, { status: 'bounced' })];
    shown({ ...delivering({ status: 'sent', recipients }), status: 'sent' });
    expect(screen.getByText(/did not accept the message/)).toBeVisible();
  });

  it.each([
    ['leads to the contact page', 'post@example.org', true],
    ['does not offer to write if no address is configured', null, false],
  ])('when sending is slow, %s', async (_, operatorEmail, isOffered) => {
    shown(delivering({ status: 'sending' }), operatorEmail);
    // The notice appears once sending has taken 30 s.
    for (const ms of [32_000, 1_000]) await act(() => jest.advanceTimersByTimeAsync(ms));
    expect(screen.getByText('Sending is taking longer than usual.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'contact page' }) !== null).toBe(isOffered);
    expect(screen.queryByText(/write to us/) !== null).toBe(isOffered);
  });

  it('asks before the user leaves an unpaid agreement, and shows a link that leads back', async () => {
    const { onLeave } = shown(COMPLETED);
    await user().click(screen.getByRole('link', { name: 'Create another agreement' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('link')).toHaveAttribute('href', '/?lang=en');
    // Leaving the page loses no data, so the button that confirms it is not red.
    expect(within(dialog).getByRole('button', { name: 'Leave anyway' })).not.toHaveClass('button-primary');
    expect(within(dialog).getByRole('button', { name: 'Stay here' })).toHaveFocus();
    expect(onLeave).not.toHaveBeenCalled();
    await user().click(within(dialog).getByRole('button', { name: 'Leave anyway' }));
    expect(onLeave.mock.calls).toEqual([['/create']]);
  });
});

describe.each([
  ['de', /können Sie hier noch einmal bezahlen; vorher sehen wir nach, ob sie angekommen ist\.$/],
  ['en', /you can pay again here; first we check whether it has arrived\.$/],
] as const)('a payment that stays unconfirmed: %s', (language, words) => {
  beforeAll(() => texts(language));

  it('offers to pay again, without a red button', async () => {
    const pay = { name: i18n.t('finish:due.button') };
    shown(COMPLETED);
    await user().click(screen.getByRole('button', pay));
    await user().click(screen.getByRole('button', { name: 'Payment' }));
    await user().click(screen.getByRole('button', { name: 'Leave it' }));
    await act(() => jest.advanceTimersByTimeAsync(30_100));
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByRole('button', pay)).toHaveClass('button-outlined');
    await user().click(screen.getByRole('button', pay));
    expect(screen.getByText('Payment')).toBeVisible();
  });
});
