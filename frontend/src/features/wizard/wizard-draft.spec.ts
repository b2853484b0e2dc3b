import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { KEYS } from '../../lib/storage.js';
import { sampleForm } from './testing/sample-form.js';
import { WizardDraft } from './wizard-draft.js';
import { INITIAL_STATE, type WizardState } from './wizard-state.js';

const writes = jest.spyOn(Storage.prototype, 'setItem');
const stops: (() => void)[] = [];
beforeEach(() => {
  localStorage.clear();
  writes.mockClear();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function opened(initial: WizardState = INITIAL_STATE): WizardDraft {
  const draft = new WizardDraft(initial);
  stops.push(draft.subscribe(() => undefined));
  return draft;
}
const formOf = (draft: WizardDraft) => draft.snapshot().state.formData;
const kept = () => JSON.parse(localStorage.getItem(KEYS.wizard) ?? 'null') as WizardState | null;
/** Acts as another tab: writes to the storage, and notifies this tab as the browser does. */
function elsewhere(state: WizardState | null): void {
  if (state === null) localStorage.removeItem(KEYS.wizard);
  else localStorage.setItem(KEYS.wizard, JSON.stringify(state));
  window.dispatchEvent(new StorageEvent('storage', { key: KEYS.wizard }));
}

describe('the draft of a tab', () => {
  it('writes each change, but nothing when it is opened', () => {
    const draft = opened();
    expect(writes).not.toHaveBeenCalled();
    draft.keepForm(sampleForm);
    expect(kept()).toEqual({ ...INITIAL_STATE, formData: sampleForm });
    expect(draft.snapshot().savedAt).not.toBeNull();
  });

  it('does not render the wizard again for typed text, and passes the text to the next step', () => {
    const draft = opened();
    const before = draft.frameSnapshot();
    expect(draft.savedMinute()).toBeNaN();
    draft.keepForm(sampleForm);
    expect(draft.frameSnapshot()).toBe(before);
    expect(draft.savedMinute()).toBe(Math.floor((draft.snapshot().savedAt?.getTime() ?? 0) / 60_000));
    draft.goTo(2);
    expect(draft.frameSnapshot()).toBe(draft.snapshot());
    expect(formOf(draft)).toEqual(sampleForm);
  });

  it('renders a change from another tab, and a confirmation in this tab, at once', () => {
    const draft = opened();
    const before = draft.frameSnapshot();
    elsewhere({ ...INITIAL_STATE, formData: sampleForm });
    const taken = draft.frameSnapshot();
    expect(taken).not.toBe(before);
    expect(taken.state.formData).toEqual(sampleForm);
    draft.keepForm({ ...sampleForm, ideaTitle: 'Hier' });
    // The notice about the other tab disappears.
    expect(draft.frameSnapshot()).not.toBe(taken);
    draft.confirmed(sampleNda.id, sampleForm);
    expect(draft.frameSnapshot().state.ndaId).toBe(sampleNda.id);
  });

  it('takes over text that was typed in another tab, and continues from there', () => {
    const draft = opened();
    draft.keepForm({ ...sampleForm, party2Name: 'Hier' });
    elsewhere({ ...INITIAL_STATE, formData: { ...sampleForm, party2Name: 'Hier', ideaTitle: 'Dort' } });
    expect(formOf(draft)).toMatchObject({ party2Name: 'Hier', ideaTitle: 'Dort' });
    expect(draft.snapshot()).toMatchObject({ otherTab: { kind: 'same' }, takenOver: 1 });
    draft.keepForm({ ...formOf(draft), party1Name: 'Wieder hier' });
    expect(kept()?.formData).toMatchObject({ ideaTitle: 'Dort', party1Name: 'Wieder hier' });
    expect(draft.snapshot().otherTab).toBeNull();
  });

  it('does not write a change that it has taken over', () => {
    const draft = opened();
    elsewhere({ ...INITIAL_STATE, formData: sampleForm });
    writes.mockClear();
    draft.keepForm({ ...sampleForm });
    expect(writes).not.toHaveBeenCalled();
  });

  it('stays at its own step', () => {
    const draft = opened();
    draft.goTo(2);
    elsewhere({ currentStep: 3, formData: sampleForm, ndaId: null });
    expect(draft.snapshot().state.currentStep).toBe(2);
  });

  it('reads the storage when the user comes back to the sleeping tab', () => {
    const draft = opened();
    localStorage.setItem(KEYS.wizard, JSON.stringify({ ...INITIAL_STATE, formData: sampleForm }));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(formOf(draft)).toEqual(sampleForm);
  });

  it('says that another agreement has taken its place, and takes it back when the user types', () => {
    const draft = opened();
    draft.keepForm(sampleForm);
    elsewhere({ currentStep: 4, formData: sampleForm, ndaId: sampleNda.id });
    expect(draft.snapshot().otherTab).toEqual({ kind: 'other', ndaId: sampleNda.id });
    draft.goTo(2);
    expect(kept()?.ndaId).toBe(sampleNda.id);
    draft.keepForm({ ...sampleForm, ideaTitle: 'Hier' });
    expect(kept()).toMatchObject({ ndaId: null, formData: { ideaTitle: 'Hier' } });
  });

  it('keeps its data if another tab has discarded the draft', () => {
    const draft = opened();
    draft.keepForm(sampleForm);
    elsewhere(null);
    expect(formOf(draft)).toEqual(sampleForm);
    draft.keepForm({ ...sampleForm, ideaTitle: 'Weiter' });
    expect(kept()?.formData.ideaTitle).toBe('Weiter');
  });
});

it('is not called saved while the browser stores nothing', () => {
  const draft = opened();
  writes.mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  draft.keepForm(sampleForm);
  expect(draft.snapshot()).toMatchObject({ savedAt: null, state: { formData: sampleForm } });
  draft.keepForm({ ...sampleForm, ideaTitle: 'Weiter' });
  expect(draft.snapshot().savedAt).not.toBeNull();
  expect(kept()?.formData.ideaTitle).toBe('Weiter');
});
