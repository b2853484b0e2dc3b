import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { invited } from '../invitation/testing/invited.js';
import { FinishStep } from './finish-step.js';

const ADDRESS = `/api/ndas/${sampleNda.id}`;
const READ = `GET ${ADDRESS}`;

function shown(change: Partial<NdaView> = {}, answers: Readonly<Record<string, FakeAnswer>> = {}) {
  const nda = invited(change);
  const calls = fakeServer({ [READ]: [200, nda], ...answers });
  const onToSigning = jest.fn();
  const onLeave = jest.fn();
  renderWithProviders(
    <FinishStep
      nda={nda}
      onSent={() => {}}
      onToSigning={onToSigning}
      onReuse={() => {}}
      onLeave={onLeave}
      paymentDialog={() => null}
    />,
    '/',
    { operatorEmail: null },
  );
  return { calls, onToSigning, onLeave };
}
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const forward = () => screen.getByRole('button', { name: 'Forward via e-mail' });

beforeAll(() => startTexts('en', ['finish', 'wizard', 'invitation']));

describe('step 5 while the link is open', () => {
  it('says what is missing, what follows, and what happens to the money if the link expires', () => {
    shown();
    expect(heading()).toBe('Almost completed.');
    expect(screen.getByText(/Fees already paid are not refunded/)).toBeVisible();
    const next = screen.getByRole('heading', { name: 'What happens next' }).closest('section');
    expect(next?.querySelectorAll('li')).toHaveLength(4);
    expect(screen.getByText('Waiting for the signature')).toBeVisible();
  });

  it('forwards the link as a reminder', async () => {
    const { calls } = shown({}, { [`POST ${ADDRESS}/resend-remote-invite`]: [200, { remindersSent: 1 }] });
    await userEvent.click(forward());
    await waitFor(() => expect(calls).toContain(`POST ${ADDRESS}/resend-remote-invite`));
  });

  it('sends an invitation if Party 2 was not invited yet', async () => {
    const { calls } = shown(
      { invitationStatus: 'none' },
      { [`POST ${ADDRESS}/initiate-remote-signature`]: [200, { status: 'pending' }] },
    );
    expect(screen.getByText(`${sampleNda.party2Name} has not been invited yet.`)).toBeVisible();
    expect(forward()).toHaveAccessibleDescription(
      `Sends the link to ${sampleNda.party2Name}, at ${sampleNda.party2Email}.`,
    );
    await userEvent.click(forward());
    await waitFor(() => expect(calls).toContain(`POST ${ADDRESS}/initiate-remote-signature`));
  });

  it.each<[string, Partial<NdaView>, RegExp]>([
    ['declined', { remindersDeclined: true }, /wants no more reminders/],
    ['used up', { remindersSent: 3 }, /Three reminders sent/],
  ])('says why it cannot forward (%s)', (_, change, reason) => {
    shown(change);
    expect(forward()).toBeDisabled();
    expect(forward()).toHaveAccessibleDescription(reason);
  });

  it('leaves without a question, since the link stays open without this page', async () => {
    const { onLeave } = shown();
    await userEvent.click(screen.getByRole('link', { name: 'Back to home' }));
    expect(onLeave.mock.calls).toEqual([['/']]);
  });

  it('after a withdrawal, leads back to signing on this device', async () => {
    const { onToSigning } = shown({ invitationStatus: 'cancelled', signatureMode: 'in-person' });
    expect(heading()).toBe('The invitation has been withdrawn.');
    expect(screen.getAllByText(/or you invite again/)).not.toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Sign on this device' }));
    expect(onToSigning).toHaveBeenCalledTimes(1);
  });

  it('shows that the link has expired', () => {
    shown({ invitationStatus: 'expired' });
    expect(heading()).toBe('The invitation has expired.');
    expect(screen.queryByRole('button', { name: 'Forward via e-mail' })).toBeNull();
  });

  it("half a second after Party 2's signature, shows the sending from its top", async () => {
    jest.useFakeTimers();
    Object.assign(window, { scrollTo: () => undefined });
    shown(
      {},
      {
        [READ]: [
          200,
          invited({
            revision: 9,
            status: 'completed',
            invitationStatus: 'signed',
            party2SignedAt: '2026-11-13T12:00:00.000Z',
          }),
        ],
      },
    );
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(heading()).toBe('Almost completed.');
    expect(screen.getByRole('status')).toHaveTextContent('Signed');
    await act(() => jest.advanceTimersByTimeAsync(500));
    expect(heading()).toBe('Your agreement is being sent.');
    jest.useRealTimers();
  });
});
