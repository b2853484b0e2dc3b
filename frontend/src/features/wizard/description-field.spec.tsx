import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.js';
import { startTexts } from '../../testing/texts.js';
import { button, renderForm } from './testing/render-step.js';
import { sampleForm } from './testing/sample-form.js';

beforeAll(() => startTexts('de', ['wizard', 'agreement']));
beforeEach(() => localStorage.clear());

const REWRITE = 'Text überarbeiten lassen';
const site = { ai: { provider: 'Beispiel KI' } };
const answering = (answer: FakeAnswer) => fakeServer({ 'POST /api/optimize-description': answer });
const rewritten = 'Überarbeitet: ein Anhänger, der sich falten lässt und dessen Nabe federt.';

describe('rewriting the description', () => {
  it('is not offered or mentioned unless it is configured', () => {
    renderForm(1, { ...sampleForm, ideaDescription: 'kurz' }, { site: { ai: null } });
    expect(screen.queryByRole('button', { name: REWRITE })).toBeNull();
    expect(screen.queryByText(/berarbeit/)).toBeNull();
  });

  it('names the provider, and needs a description of at least 50 characters', async () => {
    renderForm(1, { ...sampleForm, ideaDescription: 'x'.repeat(49) }, { site });
    expect(await screen.findByRole('button', { name: REWRITE })).toBeDisabled();
    expect(screen.getByText('Bitte geben Sie mindestens 50 Zeichen ein.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Beschreibung'), 'x');
    expect(button(REWRITE)).toBeEnabled();
    expect(screen.getByText(/Ihr Text geht dafür an Beispiel KI/)).toBeInTheDocument();
  });

  it('shows both texts, uses the rewritten text, and offers another rewrite once it was edited', async () => {
    answering([200, { optimizedText: rewritten }]);
    const { onChange } = renderForm(1, sampleForm, { site });
    await userEvent.click(await screen.findByRole('button', { name: REWRITE }));
    const text = await screen.findByLabelText('Überarbeiteten Text bearbeiten');
    expect(text).toHaveValue(rewritten);
    expect(onChange.mock.lastCall?.[0].ideaDescription).toBe(rewritten);
    expect(screen.queryByRole('button', { name: 'Erneut überarbeiten' })).toBeNull();
    await userEvent.type(text, ' Mehr.');
    expect(button('Erneut überarbeiten')).toBeEnabled();
    await userEvent.click(screen.getByRole('radio', { name: /^Ihr Text/ }));
    expect(onChange.mock.lastCall?.[0].ideaDescription).toBe(sampleForm.ideaDescription);
  });

  it('leaves the text unchanged if it fails', async () => {
    answering([500]);
    renderForm(1, sampleForm, { site });
    await userEvent.click(await screen.findByRole('button', { name: REWRITE }));
    await waitFor(() => expect(button(REWRITE)).not.toHaveAttribute('aria-busy'));
    expect(screen.getByLabelText('Beschreibung')).toHaveValue(sampleForm.ideaDescription);
  });
});
