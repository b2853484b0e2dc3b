import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startTexts } from '../../testing/texts.js';
import { button, renderForm } from './testing/render-step.js';
import { sampleForm } from './testing/sample-form.js';
import { EMPTY_FORM } from './wizard-form.js';

beforeAll(() => startTexts('de', ['wizard', 'agreement']));
beforeEach(() => localStorage.clear());

const title = () => screen.getByLabelText('Titel der Idee');
const names = () => screen.getAllByLabelText('Name');
const addresses = () => screen.getAllByLabelText('E-Mail-Adresse');

/** Pastes a text, so that it arrives all at once. */
async function paste(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}

describe('step 1', () => {
  it('marks missing fields on submit, and moves the focus to the first one', async () => {
    const { onContinue } = renderForm(1, EMPTY_FORM);
    await userEvent.click(button('Weiter zu den Bedingungen'));
    await waitFor(() => expect(title()).toHaveFocus());
    expect(screen.getByText('Titel muss mindestens 3 Zeichen lang sein')).toBeInTheDocument();
    expect(screen.getAllByText('Name erforderlich')).toHaveLength(2);
    expect(onContinue).not.toHaveBeenCalled();
    expect(screen.getByRole('alert')).toHaveTextContent(
      '6 Angaben fehlen oder stimmen noch nicht. Die erste hat den Fokus.',
    );
    await userEvent.type(title(), 'Rad');
    await waitFor(() => expect(title()).toBeValid());
  });

  it('marks missing fields at once if the user was sent back here', async () => {
    renderForm(1, { ...sampleForm, party2Name: '' }, { checkAtOnce: true });
    await waitFor(() => expect(names()[1]).toHaveFocus());
    expect(screen.getByText('Name erforderlich')).toBeInTheDocument();
  });

  it('continues with a complete form', async () => {
    const { onContinue } = renderForm(1, sampleForm);
    await userEvent.click(button('Weiter zu den Bedingungen'));
    await waitFor(() => expect(onContinue).toHaveBeenCalledTimes(1));
  });

  it('after a field is left, names all letters that the document lacks, until they are gone', async () => {
    renderForm(1, sampleForm);
    const name = names()[1] as HTMLElement;
    await paste(name, 'Li 王小明');
    expect(name).toBeValid();
    await userEvent.tab();
    expect(await screen.findByText(/^Die Zeichen 王, 小, 明 können/)).toBeInTheDocument();
    await paste(name, 'Li 王');
    expect(await screen.findByText(/^Das Zeichen „王“ kann/)).toBeInTheDocument();
    await paste(name, 'Li Xiaoming');
    await waitFor(() => expect(name).toBeValid());
  });

  it('reports no error if the user leaves a field empty', async () => {
    renderForm(1, EMPTY_FORM);
    await userEvent.click(title());
    await userEvent.tab();
    expect(title()).toBeValid();
  });

  it('does not cut a text that is too long, but shows its length in red and reports it', async () => {
    const { onChange } = renderForm(1, sampleForm);
    await paste(title(), 'x'.repeat(131));
    expect(screen.getByText('131 / 120')).toHaveClass('text-bad');
    expect(onChange.mock.lastCall?.[0].ideaTitle).toHaveLength(131);
    await userEvent.tab();
    expect(await screen.findByText('Höchstens 120 Zeichen.')).toBeInTheDocument();
    const description = screen.getByLabelText('Beschreibung');
    await paste(description, 'x'.repeat(5001));
    expect(description).toHaveValue('x'.repeat(5001));
    expect(screen.getByText('5001 / 5000')).toHaveClass('text-bad');
  });

  it('gives a hint instead of an error if both have the same address', async () => {
    const { onContinue } = renderForm(1, { ...sampleForm, party1Email: 'Post@example.org' });
    const hint = /Beide Parteien haben dieselbe Adresse/;
    expect(screen.queryByText(hint)).toBeNull();
    await paste(addresses()[1] as HTMLElement, 'post@example.org ');
    expect(addresses()[1]).toHaveAccessibleDescription(hint);
    await userEvent.click(button('Weiter zu den Bedingungen'));
    await waitFor(() => expect(onContinue).toHaveBeenCalled());
  });

  it('shows text typed in another tab, and keeps the errors', async () => {
    const { onChange, takeOver } = renderForm(1, { ...sampleForm, party1Email: 'x' }, { checkAtOnce: true });
    await waitFor(() => expect(addresses()[0]).toBeInvalid());
    takeOver({ ...sampleForm, party1Email: 'x', ideaTitle: 'Von drüben' });
    expect(title()).toHaveValue('Von drüben');
    expect(addresses()[0]).toBeInvalid();
    await userEvent.type(title(), ' und hier');
    expect(onChange.mock.lastCall?.[0].ideaTitle).toBe('Von drüben und hier');
  });
});
