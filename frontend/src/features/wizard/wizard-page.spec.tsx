import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { leaveTo, reloadPage } from '../../lib/leave.js';
import { KEYS } from '../../lib/storage.js';
import { readJson, writeJson } from '../../lib/stored-draft.js';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.js';
import { allowAgain, refuseCookies, refuseStorage } from '../../testing/refused-cookies.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { discardDraft, drafts } from './draft-storage.js';
import { sampleForm } from './testing/sample-form.js';
import { EMPTY_FORM } from './wizard-form.js';
import WizardPage from './wizard-page.js';
import type { WizardState } from './wizard-state.js';

/** jsdom has no canvas, so drawing is tested in the browser. */
jest.mock('../signing/drawn-pad.js', () => ({
  DrawnPad: class {
    destroy(): void {}
  },
}));

jest.mock('../../lib/leave.js', () => ({ leaveTo: jest.fn(), reloadPage: jest.fn() }));

const { id } = sampleNda;
const READ = `GET /api/ndas/${id}`;
const AT = '2026-11-12T12:01:00.000Z';
const COMPLETED: NdaView = { ...sampleNda, status: 'completed', party1SignedAt: AT, party2SignedAt: AT };
const DRAFT: WizardState = { currentStep: 1, formData: sampleForm, ndaId: null };
const EXPIRED: NdaView = {
  ...sampleNda,
  status: 'party1_signed',
  signatureMode: 'remote',
  invitationStatus: 'expired',
  party1SignedAt: AT,
  amountDue: 0,
};
const SIGN = /^You sign first/;
const kept = () => readJson(drafts, KEYS.wizard);

const server = (answers: Readonly<Record<string, FakeAnswer>>) =>
  fakeServer({ 'POST /api/analytics/funnel-event': [204], ...answers });

/**
 * Opens the page at an address. The fake server responds with `answers`, and the browser has stored the draft
 * `stored`.
 */
function openPage(
  path: string,
  stored: WizardState | null,
  answers: Readonly<Record<string, FakeAnswer>> = {},
) {
  if (stored !== null) writeJson(drafts, KEYS.wizard, stored);
  server(answers);
  renderWithProviders(
    <Routes>
      <Route path="/create" element={<WizardPage />} />
      <Route path="/nda/:id" element={<WizardPage />} />
    </Routes>,
    path,
    { operatorEmail: null },
  );
}
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const step = () => document.querySelector('[aria-current="step"]')?.textContent;

beforeAll(() =>
  startTexts('en', ['wizard', 'agreement', 'signing', 'payment', 'finish', 'invitation', 'cookies']),
);
beforeEach(() => {
  Object.assign(Element.prototype, { scrollIntoView: () => undefined, scrollTo: () => undefined });
  Object.assign(window, { matchMedia: () => ({ matches: true }), scrollTo: () => undefined });
  localStorage.clear();
  jest.mocked(leaveTo).mockClear();
});

describe('the wizard continues', () => {
  it('at its beginning if nothing is kept', async () => {
    openPage('/create', null);
    expect(await heading('What is it about, and who is involved?')).toBeVisible();
    expect(screen.getByLabelText('Title of the idea')).toHaveValue('');
  });

  it.each([
    [1, 'What is it about, and who is involved?'],
    [2, 'Which terms should apply?'],
    [3, 'Is everything right?'],
  ] as const)('with a kept draft, at its step %d', async (currentStep, title) => {
    openPage('/create', { ...DRAFT, currentStep });
    expect(await heading(title)).toBeVisible();
    expect(step()).toContain(String(currentStep));
  });

  it.each([
    ['a draft', sampleNda, SIGN],
    ['a completed one', COMPLETED, 'Both parties have signed.'],
  ] as const)('with an NDA, %s, at the step that it has reached', async (_, nda, title) => {
    openPage(`/nda/${id}`, null, { [READ]: [200, nda] });
    // The placeholder of the step has this heading too, until the step is loaded.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible());
  });

  it('at the address of the NDA that the draft became, at the step where it was left', async () => {
    openPage('/create', { ...DRAFT, currentStep: 2, ndaId: id }, { [READ]: [200, sampleNda] });
    expect(await heading('Which terms should apply?')).toBeVisible();
  });
});

it('names each step, and its heading takes the focus', async () => {
  document.head.innerHTML = '<title>Create an agreement | Siegel</title>';
  openPage('/create', { ...DRAFT, currentStep: 2 });
  await heading('Which terms should apply?');
  expect(document.title).toBe('Step 2 of 5: Terms | Siegel');
  expect(document.activeElement).toBe(document.body);
  await press('Back');
  const next = await heading('What is it about, and who is involved?');
  await waitFor(() => expect(next).toHaveFocus());
  expect(document.title).toBe('Step 1 of 5: Idea and parties | Siegel');
  expect(screen.getAllByRole('heading', { level: 1 })).toEqual([next]);
});

describe('an NDA', () => {
  it('is shown as loading until the server answers', async () => {
    openPage(`/nda/${id}`, null, { [READ]: [200, sampleNda] });
    expect(screen.getByText('Opening your agreement.')).toBeInTheDocument();
    expect(step()).toContain('4');
    expect(await heading(SIGN)).toBeVisible();
    expect(screen.queryByText('Opening your agreement.')).not.toBeInTheDocument();
  });

  it('is requested again if it cannot be loaded, and then shown', async () => {
    openPage(`/nda/${id}`, null, { [READ]: 'no answer' });
    expect(await heading('The agreement could not be loaded.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('cannot be reached right now');
    server({ [READ]: [200, sampleNda] });
    await press('Try again');
    expect(await heading(SIGN)).toBeVisible();
  });

  it.each([
    ['is unknown here', 404, 'not_found', 'This agreement cannot be found here.'],
    ['was replaced or discarded', 410, 'nda_discarded', 'This draft was replaced by a new one.'],
  ])('that %s offers a new agreement with the data typed for it', async (_, status, code, title) => {
    openPage(
      `/nda/${id}`,
      { ...DRAFT, currentStep: 4, ndaId: id },
      { [READ]: [status, { code, message: '' }] },
    );
    expect(await heading(title)).toBeVisible();
    await press('Create it again with what I entered');
    expect(await heading('What is it about, and who is involved?')).toBeVisible();
    expect(screen.getByDisplayValue(sampleForm.ideaTitle)).toBeVisible();
    expect(kept()).toMatchObject({ currentStep: 1, ndaId: null });
  });
});

describe('a draft of another agreement in this browser', () => {
  const OTHER = { ...DRAFT, formData: { ...sampleForm, ideaTitle: 'Another idea' } };
  const reuse = 'New agreement with these details';

  it('stays when the user leaves an agreement', async () => {
    openPage(`/nda/${id}`, OTHER, { [READ]: [200, { ...COMPLETED, amountDue: 0, status: 'sent' }] });
    await userEvent.click(await screen.findByRole('link', { name: 'Back to home' }));
    expect(jest.mocked(leaveTo).mock.calls).toEqual([['/']]);
    expect(kept()).toEqual(OTHER);
  });

  it('stays when the user discards this agreement and starts again', async () => {
    openPage(`/nda/${id}`, OTHER, { [READ]: [200, sampleNda] });
    await heading(SIGN);
    await press('Start again');
    await press('Discard and start again');
    expect(kept()).toEqual(OTHER);
  });

  it('is replaced by the data of this agreement only after a question', async () => {
    openPage(`/nda/${id}`, OTHER, { [READ]: [200, EXPIRED] });
    await press(reuse);
    await press('Keep the draft');
    expect(kept()).toEqual(OTHER);
    await press(reuse);
    await press('Discard and start again');
    expect(jest.mocked(leaveTo).mock.calls).toEqual([['/create']]);
    expect(kept()).toMatchObject({
      currentStep: 1,
      ndaId: null,
      formData: { ideaTitle: sampleNda.ideaTitle },
    });
  });

  it.each<[string, WizardState | null]>([
    ['nothing is', null],
    ['an empty one is', { ...DRAFT, formData: EMPTY_FORM }],
    ['its own is', { ...DRAFT, currentStep: 4, ndaId: id }],
  ])('needs no question if %s kept', async (_, stored) => {
    openPage(`/nda/${id}`, stored, { [READ]: [200, EXPIRED] });
    await press(reuse);
    expect(jest.mocked(leaveTo).mock.calls).toEqual([['/create']]);
  });
});

it('never shows the pads of an NDA that a changed draft has just replaced', async () => {
  const next: NdaView = { ...sampleNda, id: 'next', party1Name: 'Ada Next' };
  openPage(
    `/nda/${id}`,
    { ...DRAFT, currentStep: 3, ndaId: id, formData: { ...sampleForm, party1Name: 'Ada Next' } },
    { [READ]: [200, sampleNda], 'POST /api/ndas': [201, { id: 'next' }], 'GET /api/ndas/next': [200, next] },
  );
  await heading('Is everything right?');
  const seen = new Set<string>();
  const observer = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('h1')) seen.add(textContent ?? '');
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  await press('Confirm');
  await heading('You sign first, Ada Next.');
  observer.disconnect();
  expect([...seen].filter((title) => SIGN.test(title))).toEqual(['You sign first, Ada Next.']);
});

describe('starting again', () => {
  it('needs no question if nothing was typed', async () => {
    openPage('/create', { ...DRAFT, formData: EMPTY_FORM });
    await heading('What is it about, and who is involved?');
    await press('Start again');
    expect(jest.mocked(leaveTo).mock.calls).toEqual([['/']]);
  });

  it('discards typed data only after a confirmation', async () => {
    openPage('/create', DRAFT);
    await heading('What is it about, and who is involved?');
    await press('Start again');
    await press('Keep writing');
    expect(leaveTo).not.toHaveBeenCalled();
    expect(kept()).toMatchObject({ formData: { ideaTitle: sampleForm.ideaTitle } });
    await press('Start again');
    await press('Discard and start again');
    expect(jest.mocked(leaveTo).mock.calls).toEqual([['/']]);
    expect(kept()).toBeUndefined();
  });
});

describe('in a browser that refuses cookies and storage', () => {
  const REFUSED = 'Your browser keeps no cookies for this site.';
  beforeEach(refuseCookies);
  afterEach(() => {
    discardDraft();
    allowAgain();
  });

  it('the wizard says so before anything is typed, and on each step', async () => {
    openPage('/create', null);
    await heading('What is it about, and who is involved?');
    expect((await screen.findByText(REFUSED)).closest('[role="alert"]')).toBeVisible();
  });

  it('typed text stays on the way through the steps, and is not called saved', async () => {
    openPage('/create', null);
    await userEvent.type(await screen.findByLabelText('Title of the idea'), 'Kept');
    expect(kept()).toMatchObject({ formData: { ideaTitle: 'Kept' } });
    expect(screen.queryByText(/^Saved on this device/)).toBeNull();
    window.dispatchEvent(new Event('pagehide'));
    expect(window.history.state).toMatchObject({ kept: { [KEYS.wizard]: expect.stringContaining('Kept') } });
  });

  it('an NDA that the service does not find is not called deleted', async () => {
    openPage(`/nda/${id}`, null, { [READ]: [404, { code: 'not_found', message: '' }] });
    expect(await heading(REFUSED)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Without them you could not find your agreement again.',
    );
    await press('Reload');
    expect(reloadPage).toHaveBeenCalled();
  });

  it('confirming sends nothing, and the notice takes the focus', async () => {
    openPage('/create', { ...DRAFT, currentStep: 3 });
    await press('Confirm');
    expect((await screen.findByText(REFUSED)).closest('.wizard-elsewhere')).toHaveFocus();
    expect(jest.mocked(fetch).mock.calls.map(([path]) => path)).not.toContain('/api/ndas');
  });
});

describe('in a browser that refuses storage alone', () => {
  beforeEach(refuseStorage);
  afterEach(() => {
    discardDraft();
    allowAgain();
  });

  it('the wizard says that it keeps no draft', async () => {
    openPage('/create', null);
    await heading('What is it about, and who is involved?');
    expect(await screen.findByText('Your browser does not save your draft.')).toBeVisible();
    expect(screen.queryByText(/keeps no cookies/)).toBeNull();
  });

  it('the data of an agreement go into a new draft all the same', async () => {
    openPage(`/nda/${id}`, null, { [READ]: [200, EXPIRED] });
    await press('New agreement with these details');
    expect(leaveTo).not.toHaveBeenCalled();
    expect(reloadPage).toHaveBeenCalled();
    expect(window.location.pathname).toBe('/create');
    expect(window.history.state).toEqual({
      kept: { [KEYS.wizard]: expect.stringContaining(sampleNda.ideaTitle) },
    });
  });
});
