import { onChangeInOtherTab } from '../../lib/other-tabs.js';
import { KEYS } from '../../lib/storage.js';
import { readJson, writeJson } from '../../lib/stored-draft.js';
import { drafts } from './draft-storage.js';
import { sameForm, type WizardForm } from './wizard-form.js';
import {
  clampStep,
  isStoredDraft,
  mayReplaceStored,
  restoreState,
  type WizardState,
  type WizardStep,
} from './wizard-state.js';

/**
 * Latest action of another tab since the last action in this tab. The other tab has continued this draft
 * (`same`) or stored another draft (`other`).
 */
export type OtherTabAction = { kind: 'same' } | { kind: 'other'; ndaId: string | null };

export interface DraftSnapshot {
  state: WizardState;
  /** When the draft was last written to this browser. Null if the browser does not store it. */
  savedAt: Date | null;
  otherTab: OtherTabAction | null;
  /** Number of changes that were taken over from other tabs. */
  takenOver: number;
}

const MINUTE_MS = 60_000;

const sameFrame = (one: DraftSnapshot, other: DraftSnapshot): boolean =>
  one.otherTab === other.otherTab &&
  one.takenOver === other.takenOver &&
  one.state.currentStep === other.state.currentStep &&
  one.state.ndaId === other.state.ndaId;

/**
 * The wizard's state. Each change is written to the browser's storage, so that no typed text is lost. Opening
 * the wizard writes nothing (rule:draft-is-kept-in-the-browser).
 *
 * The storage holds one draft, but several tabs may be open. All tabs with the same agreement show the same
 * draft. The other tabs take over each change at once. A sleeping tab takes over the changes when the user
 * comes back, before the user can type there. So no tab overwrites newer text with an old state. No merging
 * is needed. Each key press is shared at once, so the newest text wins in each field. The stored draft
 * belongs to the agreement in whose tab the user typed last. A tab with another agreement shows a notice,
 * which links to the stored draft.
 */
export class WizardDraft {
  private current: DraftSnapshot;
  /**
   * Stays the same object while the user types, so that the wizard is not rendered again with every key
   * press.
   */
  private frame: DraftSnapshot;
  private readonly listeners = new Set<() => void>();
  private unsubscribe: () => void = () => undefined;

  constructor(initial: WizardState) {
    this.current = { state: initial, savedAt: null, otherTab: null, takenOver: 0 };
    this.frame = this.current;
  }

  readonly snapshot = (): DraftSnapshot => this.current;
  /**
   * Returns the snapshot after the last change other than typing in this tab. `snapshot` also includes the
   * text that was typed since then.
   */
  readonly frameSnapshot = (): DraftSnapshot => this.frame;
  /**
   * Returns the minute, counted since 1970, in which the draft was last written to this browser. NaN if the
   * draft was never written.
   */
  readonly savedMinute = (): number =>
    Math.floor((this.current.savedAt?.getTime() ?? Number.NaN) / MINUTE_MS);

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) this.unsubscribe = onChangeInOtherTab(KEYS.wizard, this.onStorageChange);
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.unsubscribe();
    };
  };

  /**
   * Going to a step does not overwrite a stored draft of another agreement, which another tab has written.
   * Typing does overwrite it.
   */
  readonly goTo = (step: WizardStep): void => {
    const { state } = this.current;
    const next = { ...state, currentStep: clampStep(step, state.ndaId) };
    if (mayReplaceStored(readJson(drafts, KEYS.wizard), next.ndaId)) writeJson(drafts, KEYS.wizard, next);
    this.update({ state: next, otherTab: null });
  };

  readonly keepForm = (formData: WizardForm): void => {
    const { state } = this.current;
    // The form also reports changes that this tab has taken over from another tab. Such changes must not be
    // written again.
    if (!sameForm(formData, state.formData)) this.keep({ ...state, formData });
  };

  readonly confirmed = (ndaId: string, formData: WizardForm): void =>
    this.keep({ currentStep: 4, formData, ndaId });

  /**
   * Takes over changes from another tab. If another tab has discarded the draft, this tab keeps its state and
   * stores it again after the next change.
   */
  private readonly onStorageChange = (): void => {
    const stored = readJson(drafts, KEYS.wizard);
    if (!isStoredDraft(stored)) return;
    const { ndaId, formData } = restoreState(stored);
    const { state, takenOver } = this.current;
    if (ndaId !== state.ndaId) this.update({ otherTab: { kind: 'other', ndaId } });
    else if (!sameForm(formData, state.formData))
      this.update({ state: { ...state, formData }, otherTab: { kind: 'same' }, takenOver: takenOver + 1 });
  };

  private keep(state: WizardState): void {
    const isSaved = drafts.set(KEYS.wizard, JSON.stringify(state));
    this.update({ state, savedAt: isSaved ? new Date() : null, otherTab: null });
  }

  private update(change: Partial<DraftSnapshot>): void {
    this.current = { ...this.current, ...change };
    if (!sameFrame(this.current, this.frame)) this.frame = this.current;
    for (const listener of this.listeners) listener();
  }
}
