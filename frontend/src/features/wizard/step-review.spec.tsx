import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toasts } from '../../components/toast-store.js';
import { cookies } from '../../lib/cookies.js';
import { fakeServer } from '../../testing/fake-server.js';
import { allowAgain, refuseCookies } from '../../testing/refused-cookies.js';
import { startTexts } from '../../testing/texts.js';
import { button, renderReview } from './testing/render-step.js';
import { sampleForm } from './testing/sample-form.js';

beforeAll(() => startTexts('de', ['wizard', 'agreement']));
beforeEach(() => toasts.clear());
const counted = { 'POST /api/analytics/funnel-event': [204] } as const;
/** The service creates an NDA, and this browser can open it. */
const creates = (id: string) =>
  ({ ...counted, 'POST /api/ndas': [201, { id }], [`GET /api/ndas/${id}`]: [200, { id }] }) as const;
beforeEach(() => fakeServer(creates('new')));

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
    // Until the page of the NDA appears, the button cannot be pressed again.
    expect(screen.getByRole('button', { name: 'Wird erstellt' })).toHaveAttribute('aria-busy', 'true');
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
    fakeServer(creates('second'));
    await userEvent.click(button('Bestätigen'));
    await waitFor(() => expect(onConfirmed).toHaveBeenCalledWith('second', sampleForm));
    expect(screen.queryByText('Die Vereinbarung wurde nicht erstellt.')).toBeNull();
  });
});

describe('a browser that refuses cookies', () => {
  afterEach(allowAgain);
  const NOT_CREATED = 'Die Vereinbarung wurde nicht erstellt.';

  it('creates nothing, and creates the NDA once cookies are allowed', async () => {
    const calls = fakeServer(creates('new'));
    refuseCookies();
    const { onConfirmed } = renderReview(sampleForm);
    await userEvent.click(button('Bestätigen'));
    expect(calls).toEqual([]);
    allowAgain();
    fakeServer(creates('new'));
    await userEvent.click(button('Bestätigen'));
    await waitFor(() => expect(onConfirmed).toHaveBeenCalledWith('new', sampleForm));
  });

  it('is noticed if only the cookie of the answer is lost, and a retry creates no second NDA', async () => {
    fakeServer({ ...creates('new'), 'GET /api/ndas/new': [404, { code: 'not_found', message: '' }] });
    const { onConfirmed } = renderReview(sampleForm);
    const keys = () =>
      jest
        .mocked(fetch)
        .mock.calls.filter(([path]) => path === '/api/ndas')
        .map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));
    await userEvent.click(button('Bestätigen'));
    await waitFor(() => expect(cookies.refusals()).toBeGreaterThan(0));
    const [first] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(onConfirmed).not.toHaveBeenCalled();
    expect(screen.queryByText(NOT_CREATED)).toBeNull();
    expect(toasts.snapshot()).toBeUndefined();
    fakeServer(creates('new'));
    await userEvent.click(button('Bestätigen'));
    await waitFor(() => expect(onConfirmed).toHaveBeenCalledWith('new', sampleForm));
    expect(keys()).toEqual([first]);
  });

  it('is not suspected if the created NDA cannot be read for another reason', async () => {
    fakeServer({ ...creates('new'), 'GET /api/ndas/new': [503, { code: 'unavailable', message: '' }] });
    const { onConfirmed } = renderReview(sampleForm);
    await userEvent.click(button('Bestätigen'));
    await waitFor(() => expect(onConfirmed).toHaveBeenCalledWith('new', sampleForm));
    expect(cookies.refusals()).toBe(0);
  });
});
