import { onChangeElsewhere } from '../../lib/elsewhere.js';
import { KEYS, local } from '../../lib/storage.js';
import { readJson, writeJson } from '../../lib/stored-draft.js';
import { sameForm, type WizardForm } from './wizard-form.js';
import {
  clampStep,
  isKept,
  isKeptFor,
  restoreState,
  type WizardState,
  type WizardStep,
} from './wizard-state.js';

/** What another tab has done since anything was done here: gone on with this draft, or kept another one. */
export type Elsewhere = { kind: 'same' } | { kind: 'other'; ndaId: string | null };

export interface HeldDraft {
  state: WizardState;
  /** When the draft was last written to this browser. */
  savedAt: Date | null;
  elsewhere: Elsewhere | null;
  /** How often something was taken over from another tab. */
  takenOver: number;
}

const MINUTE_MS = 60_000;

const sameFrame = (one: HeldDraft, other: HeldDraft): boolean =>
  one.elsewhere === other.elsewhere &&
  one.takenOver === other.takenOver &&
  one.state.currentStep === other.state.currentStep &&
  one.state.ndaId === other.state.ndaId;

/**
 * The wizard's state, written to the browser's storage at each change, so that nothing typed is lost. Opening
 * alone writes nothing (rule:draft-is-kept-in-the-browser).
 *
 * There is one place in the storage, and there may be several tabs. All tabs with the same agreement show the
 * same draft: what is typed in one is taken over by the others at once, and by a sleeping one when somebody
 * comes back to it, before anything can be typed there. So no tab writes an old state over what was typed in
 * another; there is nothing to merge, and the newest wins field by field because it wins key by key. Two
 * different agreements cannot share the place: the one in which somebody typed last has it, and the other tab
 * says so, with the way there.
 */
export class WizardDraft {
  private held: HeldDraft;
  /** The same object while somebody types: the wizard is not drawn anew with each key. */
  private frame: HeldDraft;
  private readonly listeners = new Set<() => void>();
  private stopLooking: () => void = () => undefined;

  constructor(initial: WizardState) {
    this.held = { state: initial, savedAt: null, elsewhere: null, takenOver: 0 };
    this.frame = this.held;
  }

  readonly snapshot = (): HeldDraft => this.held;
  /** As of the last change that was more than typing in this tab; `snapshot` has what was typed since. */
  readonly frameSnapshot = (): HeldDraft => this.frame;
  /** The minute in which the draft was last written to this browser, since 1970; NaN before. */
  readonly savedMinute = (): number => Math.floor((this.held.savedAt?.getTime() ?? Number.NaN) / MINUTE_MS);

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) this.stopLooking = onChangeElsewhere(KEYS.wizard, this.look);
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stopLooking();
    };
  };

  /** A mere step does not take the place of a draft that another tab keeps; something typed does. */
  readonly goTo = (step: WizardStep): void => {
    const { state } = this.held;
    const next = { ...state, currentStep: clampStep(step, state.ndaId) };
    if (isKeptFor(readJson(local, KEYS.wizard), next.ndaId)) writeJson(local, KEYS.wizard, next);
    this.hold({ state: next, elsewhere: null });
  };

  readonly keepForm = (formData: WizardForm): void => {
    const { state } = this.held;
    // What was taken over comes back from the form, and is not to be written once more.
    if (!sameForm(formData, state.formData)) this.keep({ ...state, formData });
  };

  readonly confirmed = (ndaId: string, formData: WizardForm): void =>
    this.keep({ currentStep: 4, formData, ndaId });

  /** Where another tab has discarded the draft, what stands here stays, and is kept again once it is changed. */
  private readonly look = (): void => {
    const stored = readJson(local, KEYS.wizard);
    if (!isKept(stored)) return;
    const { ndaId, formData } = restoreState(stored);
    const { state, takenOver } = this.held;
    if (ndaId !== state.ndaId) this.hold({ elsewhere: { kind: 'other', ndaId } });
    else if (!sameForm(formData, state.formData))
      this.hold({ state: { ...state, formData }, elsewhere: { kind: 'same' }, takenOver: takenOver + 1 });
  };

  private keep(state: WizardState): void {
    writeJson(local, KEYS.wizard, state);
    this.hold({ state, savedAt: new Date(), elsewhere: null });
  }

  private hold(change: Partial<HeldDraft>): void {
    this.held = { ...this.held, ...change };
    if (!sameFrame(this.held, this.frame)) this.frame = this.held;
    for (const listener of this.listeners) listener();
  }
}
