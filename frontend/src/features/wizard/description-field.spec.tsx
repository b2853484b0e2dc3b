import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.js';
import { startTexts } from '../../testing/texts.js';
import { button, renderForm } from './testing/render-step.js';
import { sampleForm } from './testing/sample-form.js';

beforeAll(() => startTexts('de', ['wizard', 'agreement']));
beforeEach(() => localStorage.clear());

const REWRITE = 'Text überarbeiten lassen';
const configured = (answer: FakeAnswer) =>
  fakeServer({
    'GET /api/site': [200, { ai: { provider: 'Beispiel KI' } }],
    'POST /api/optimize-description': answer,
  });
const rewritten = 'Überarbeitet: ein Anhänger, der sich falten lässt und dessen Nabe federt.';

describe('rewriting the description', () => {
  it.each<[string, FakeAnswer]>([
    ['is not configured', [200, { ai: null }]],
    ['is not known', 'no answer'],
  ])('is not offered or spoken of where it %s', async (_, answer) => {
    const calls = fakeServer({ 'GET /api/site': answer });
    renderForm(1, { ...sampleForm, ideaDescription: 'kurz' });
    await waitFor(() => expect(calls).toContain('GET /api/site'));
    expect(screen.queryByRole('button', { name: REWRITE })).toBeNull();
    expect(screen.queryByText(/berarbeit/)).toBeNull();
  });

  it('names who does it, and needs a description of 50 characters', async () => {
    configured([200, { optimizedText: rewritten }]);
    renderForm(1, { ...sampleForm, ideaDescription: 'x'.repeat(49) });
    expect(await screen.findByRole('button', { name: REWRITE })).toBeDisabled();
    expect(screen.getByText('Bitte geben Sie mindestens 50 Zeichen ein.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Beschreibung'), 'x');
    expect(button(REWRITE)).toBeEnabled();
    expect(screen.getByText(/Ihr Text geht dafür an Beispiel KI/)).toBeInTheDocument();
  });

  it('shows both texts, counts the rewritten one, and offers more once that was edited', async () => {
    configured([200, { optimizedText: rewritten }]);
    const { onChange } = renderForm(1, sampleForm);
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

  it('leaves the text as it is where it fails', async () => {
    configured([500]);
    renderForm(1, sampleForm);
    await userEvent.click(await screen.findByRole('button', { name: REWRITE }));
    await waitFor(() => expect(button(REWRITE)).not.toHaveAttribute('aria-busy'));
    expect(screen.getByLabelText('Beschreibung')).toHaveValue(sampleForm.ideaDescription);
  });
});
