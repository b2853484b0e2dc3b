import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { i18n } from '../../lib/i18n.js';
import { startTexts } from '../../testing/texts.js';
import { button, renderForm } from './testing/render-step.js';
import { sampleForm } from './testing/sample-form.js';
import { EMPTY_FORM } from './wizard-form.js';

beforeAll(() => startTexts('de', ['wizard', 'agreement']));

describe('step 2', () => {
  it('marks missing fields on submit, and moves the focus to the first one', async () => {
    renderForm(2, { ...EMPTY_FORM, penalty: 'custom' });
    await userEvent.click(button('Weiter zur Prüfung'));
    await waitFor(() => expect(screen.getByLabelText('Vertragsdauer')).toHaveFocus());
    for (const message of [
      'Vertragsdauer erforderlich',
      'Geografischer Geltungsbereich erforderlich',
      'Bitte geben Sie einen gültigen Betrag ein',
    ])
      expect(screen.getByText(message)).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText('Vertragsdauer'), '3y');
    await waitFor(() => expect(screen.queryByText('Vertragsdauer erforderlich')).toBeNull());
  });

  it('promises five more years only if the duration is limited', async () => {
    renderForm(2, { ...sampleForm, duration: '3y' });
    expect(screen.getByText(/noch fünf Jahre geschützt/)).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText('Vertragsdauer'), 'unlimited');
    expect(screen.queryByText(/noch fünf Jahre/)).toBeNull();
    expect(
      screen.getByText(/Jede Partei kann mit einer Frist von drei Monaten zum Monatsende kündigen/),
    ).toBeInTheDocument();
  });

  it('asks for the amount of a custom penalty', async () => {
    const { onChange } = renderForm(2, { ...sampleForm, penalty: '25k', penaltyAmount: '' });
    expect(screen.queryByLabelText('Betrag in EUR')).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Vertragsstrafe'), 'custom');
    await userEvent.type(screen.getByLabelText('Betrag in EUR'), '15000');
    expect(onChange.mock.lastCall?.[0]).toMatchObject({ penalty: 'custom', penaltyAmount: '15000' });
    expect(screen.getByText(/Sehr hohe Vertragsstrafen/)).toBeInTheDocument();
  });

  it('begins with a German agreement, whatever the language of the page', async () => {
    await act(() => i18n.changeLanguage('en'));
    const { onChange } = renderForm(2, EMPTY_FORM);
    expect(screen.getByRole('radio', { name: 'German' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: 'English' }));
    expect(onChange.mock.lastCall?.[0].language).toBe('en');
    await act(() => i18n.changeLanguage('de'));
  });
});
