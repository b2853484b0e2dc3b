import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../components/toast-store.js';
import { fakeServer } from '../../testing/fake-server.js';
import { startTexts } from '../../testing/texts.js';
import { button, renderReview } from './testing/render-step.js';
import { sampleForm } from './testing/sample-form.js';

beforeAll(() => startTexts('de', ['wizard', 'agreement']));
const counted = { 'POST /api/analytics/funnel-event': [204] } as const;
beforeEach(() => fakeServer({ ...counted, 'POST /api/ndas': [201, { id: 'new' }] }));

const changed = { ...sampleForm, ideaTitle: 'Anderer Titel' };
const signed = { ...sampleNda, status: 'party1_signed' as const, party1SignedAt: '2026-11-12T13:00:00Z' };

describe('step 3', () => {
  it('shows first where the PDF will be sent, and leads to the address field', async () => {
    const { onChangeField } = renderReview(sampleForm);
    const { party1Email, party2Email } = sampleForm;
    expect(screen.getByText(`Das PDF geht an ${party1Email} und ${party2Email}.`)).toBeInTheDocument();
    await userEvent.click(button('E-Mail-Adressen ändern'));
    expect(onChangeField).toHaveBeenCalledWith('party1Email');
  });

  it('shows the chosen terms before the text', () => {
    renderReview({ ...sampleForm, duration: 'unlimited', returnOfMaterials: false });
    const facts = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Titel der Idee', sampleForm.ideaTitle],
      ['Offenlegende Partei', `${sampleForm.party1Name}${sampleForm.party1Company}`],
      ['Empfangende Partei', sampleForm.party2Name],
      ['Vertragsdauer', 'Unbefristet'],
      ['Geografischer Geltungsbereich', expect.any(String)],
      ['Vertragsstrafe', '15.000\u00a0EUR'],
      ['Rückgabe der Unterlagen', 'Nein'],
      ['Sprache der Vereinbarung', 'Deutsch'],
    ]);
    const text = within(screen.getByRole('region', { name: 'Die Vereinbarung' }));
    expect(text.getByRole('article')).toHaveTextContent(sampleForm.ideaTitle);
  });

  it('does not confirm an incomplete form, and leads to the missing fields', async () => {
    const { onOpenStep } = renderReview({ ...sampleForm, party1Email: 'x', duration: '', penalty: '' });
    expect(button('Bestätigen')).toBeDisabled();
    expect(screen.queryByText(/^Das PDF geht an/)).toBeNull();
    expect(screen.getAllByText('Fehlt noch')).toHaveLength(2);
    await userEvent.click(button('Zu den Feldern'));
    expect(onOpenStep).toHaveBeenCalledWith(1);
  });

  it('creates the NDA and continues', async () => {
    const { onConfirmed } = renderReview(sampleForm);
    expect(screen.getByText('Das wird unterschrieben.')).toBeInTheDocument();
    await userEvent.click(button('Bestätigen'));
    await waitFor(() => expect(onConfirmed).toHaveBeenCalledWith('new', sampleForm));
  });

  it('says only once that the NDA was not created, and why', async () => {
    fakeServer({ ...counted, 'POST /api/ndas': [500] });
    renderReview(sampleForm);
    await userEvent.click(button('Bestätigen'));
    const notice = await screen.findByText('Die Vereinbarung wurde nicht erstellt.');
    expect(notice.parentElement).toHaveTextContent('Ihre Eingaben sind noch da.');
    expect(toasts.snapshot()?.description).toBe('Der Server hat nicht wie erwartet geantwortet.');
  });

  it('reuses an unchanged NDA, without a call', async () => {
    const calls = fakeServer({});
    const { onConfirmed } = renderReview(sampleForm, sampleNda);
    await userEvent.click(button('Bestätigen'));
    await waitFor(() => expect(onConfirmed).toHaveBeenCalledWith(sampleNda.id, sampleForm));
    expect(calls).toEqual([]);
  });

  it.each([
    ['Sie haben etwas geändert.', sampleNda],
    ['Die bisherige Vereinbarung ist schon unterschrieben.', signed],
  ])('says beforehand what happens to the old NDA: %s', (title, nda) => {
    renderReview(changed, nda);
    expect(screen.getByText(title)).toBeInTheDocument();
  });

  it('says that nothing was created, and offers another try', async () => {
    fakeServer({ 'POST /api/ndas': 'no answer' });
    const { onConfirmed } = renderReview(sampleForm);
    await userEvent.click(button('Bestätigen'));
    expect(await screen.findByText('Die Vereinbarung wurde nicht erstellt.')).toBeInTheDocument();
    fakeServer({ ...counted, 'POST /api/ndas': [201, { id: 'second' }] });
    await userEvent.click(button('Bestätigen'));
    await waitFor(() => expect(onConfirmed).toHaveBeenCalledWith('second', sampleForm));
    expect(screen.queryByText('Die Vereinbarung wurde nicht erstellt.')).toBeNull();
  });
});
