import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../components/toast-store.js';
import { startTexts } from '../../testing/texts.js';
import { invited } from './testing/invited.js';
import { ADDRESS, bodies, button, press, shown } from './testing/shown-panel.js';

beforeAll(() => startTexts('en', ['invitation']));
beforeEach(() => toasts.clear());
afterEach(() => jest.restoreAllMocks());

describe('correcting the address', () => {
  const PATCH = `PATCH ${ADDRESS}/party2-email`;
  const OTHER = 'other@example.org';
  const field = () => screen.getByRole('textbox', { name: `E-mail address of ${sampleNda.party2Name}` });
  const open = () => press(`Correct the address: ${sampleNda.party2Name}`);
  const type = async (text: string) => {
    await userEvent.clear(field());
    await userEvent.paste(text);
    await press('Save and send again');
  };

  it('begins with the old address selected, and says what a new address changes', async () => {
    const select = jest.spyOn(HTMLInputElement.prototype, 'select');
    shown();
    await open();
    expect(select).toHaveBeenCalledTimes(1);
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue(sampleNda.party2Email);
    expect(field()).toHaveAccessibleDescription(/^2 of 2 changes left\. The old link then stops working/);
  });

  it('closes with Escape and returns the focus to its opener', async () => {
    const { calls } = shown();
    await open();
    await userEvent.keyboard('{Escape}');
    expect(button(`Correct the address: ${sampleNda.party2Name}`)).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it('sends the new address, confirms it and closes', async () => {
    shown({}, { [PATCH]: [200, invited({ party2Email: OTHER, revision: 6, invitationStatus: 'pending' })] });
    await open();
    await type(` ${OTHER} `);
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(bodies()).toEqual([{ party2Email: OTHER }]);
    expect(toasts.snapshot()?.title).toMatch(/goes out again/);
  });

  it.each([
    ['the same address', sampleNda.party2Email, 'This is the present address.'],
    ['no address', ' ', 'Please enter an e-mail address'],
    ['half an address', 'other@', 'Please enter an e-mail address'],
  ])('sends nothing for %s', async (_, text, words) => {
    const { calls } = shown();
    await open();
    await type(text);
    expect(field()).toHaveFocus();
    expect(field()).toHaveAccessibleDescription(new RegExp(words));
    expect(calls).toEqual([]);
  });

  it("allows the other party's address, but points it out", async () => {
    shown({}, { [PATCH]: [500] });
    await open();
    await type(sampleNda.party1Email);
    expect(screen.getByText('This is also the other party’s address.')).toBeVisible();
    expect(bodies()).toEqual([{ party2Email: sampleNda.party1Email }]);
  });

  it('keeps the typed address if it could not be saved', async () => {
    shown({}, { [PATCH]: [500] });
    await open();
    await type(OTHER);
    expect(await screen.findByRole('alert')).toHaveTextContent('The address was not changed.');
    expect(field()).toHaveValue(OTHER);
  });

  it.each(['address_limit', 'nda_final'])('closes if it is refused for good (%s)', async (code) => {
    shown({}, { [PATCH]: [409, { code, message: 'Not once more.' }] });
    await open();
    await type(OTHER);
    expect(await screen.findByRole('alert')).toHaveTextContent('Not once more.');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is not offered if no further change is allowed', () => {
    shown({ addressesLeft: 0 });
    expect(screen.queryByRole('button', { name: `Correct the address: ${sampleNda.party2Name}` })).toBeNull();
  });

  it('works for Party 1 too, and then sends no new link', async () => {
    const PARTY1 = 'Correct your own address';
    shown({}, { [`PATCH ${ADDRESS}/party1-email`]: [200, invited({ party1Email: OTHER, revision: 6 })] });
    await press(PARTY1);
    const own = screen.getByRole('textbox', { name: `E-mail address of ${sampleNda.party1Name}` });
    await userEvent.clear(own);
    await userEvent.paste(OTHER);
    await press('Save');
    await waitFor(() => expect(toasts.snapshot()?.title).toBe('The address has been corrected.'));
    expect(bodies()).toEqual([{ party1Email: OTHER }]);
  });
});

describe('other devices', () => {
  it('get a link by mail to the named address', async () => {
    const { calls } = shown({}, { [`POST ${ADDRESS}/continue-link`]: [202] });
    await press(`Send the link to ${sampleNda.party1Email}`);
    await waitFor(() => expect(toasts.snapshot()?.title).toBe('The link to continue is on its way.'));
    expect(calls[0]).toBe(`POST ${ADDRESS}/continue-link`);
  });

  it('get no fourth link in one day, and the panel says so', async () => {
    const message = 'Try again tomorrow.';
    shown({}, { [`POST ${ADDRESS}/continue-link`]: [429, { code: 'mail_limit', message }] });
    await press(`Send the link to ${sampleNda.party1Email}`);
    expect(await screen.findByText(message)).toBeVisible();
    expect(toasts.snapshot()).toBeUndefined();
  });

  it('can lose their access only if there are any', async () => {
    const END = 'End access of all other devices';
    const { calls } = shown(
      { otherDevices: 2 },
      { [`POST ${ADDRESS}/end-other-access`]: [200, invited({ revision: 6 })] },
    );
    expect(screen.getByText('2 other devices can open this agreement.')).toBeVisible();
    await press(END);
    await waitFor(() => expect(toasts.snapshot()?.title).toMatch(/^Only this device/));
    expect(calls).toEqual([`POST ${ADDRESS}/end-other-access`]);
  });
});
