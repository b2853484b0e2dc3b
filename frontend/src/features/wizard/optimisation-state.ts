import { ownMember } from '@siegel/contracts/own-members';

export type Version = 'original' | 'optimized';

/**
 * The user's own description, the rewritten description, and the choice between them
 * (rule:two-versions-to-choose-from).
 */
export interface OptimisationState {
  originalText: string;
  optimizedText: string;
  selectedVersion: Version;
  hasResult: boolean;
  /**
   * Both texts as they were when the result arrived. If the user has edited the chosen text since then,
   * another rewrite is offered.
   */
  baseline: { originalText: string; optimizedText: string };
}

export const NO_OPTIMISATION: OptimisationState = {
  originalText: '',
  optimizedText: '',
  selectedVersion: 'original',
  hasResult: false,
  baseline: { originalText: '', optimizedText: '' },
};

export function withResult(originalText: string, optimizedText: string): OptimisationState {
  return {
    originalText,
    optimizedText,
    selectedVersion: 'optimized',
    hasResult: true,
    baseline: { originalText, optimizedText },
  };
}

/** Editing the original text also selects it. */
export function editOriginal(state: OptimisationState, originalText: string): OptimisationState {
  return { ...state, originalText, selectedVersion: 'original' };
}

export function editOptimized(state: OptimisationState, optimizedText: string): OptimisationState {
  return { ...state, optimizedText };
}

export function select(state: OptimisationState, selectedVersion: Version): OptimisationState {
  return { ...state, selectedVersion };
}

export function chosenText(state: OptimisationState): string {
  return state.selectedVersion === 'original' ? state.originalText : state.optimizedText;
}

export function editedSinceResult(state: OptimisationState): boolean {
  const before =
    state.selectedVersion === 'original' ? state.baseline.originalText : state.baseline.optimizedText;
  return state.hasResult && chosenText(state) !== before;
}

const textIn = (value: object, key: string): string | null => {
  const found: unknown = ownMember(value, key);
  return typeof found === 'string' ? found : null;
};

export function restoreOptimisation(stored: unknown): OptimisationState {
  if (typeof stored !== 'object' || stored === null || Reflect.get(stored, 'hasResult') !== true)
    return NO_OPTIMISATION;
  const originalText = textIn(stored, 'originalText');
  const optimizedText = textIn(stored, 'optimizedText');
  if (originalText === null || optimizedText === null) return NO_OPTIMISATION;
  const baseline: unknown = Reflect.get(stored, 'baseline');
  const known = typeof baseline === 'object' && baseline !== null ? baseline : {};
  return {
    originalText,
    optimizedText,
    selectedVersion: Reflect.get(stored, 'selectedVersion') === 'original' ? 'original' : 'optimized',
    hasResult: true,
    baseline: {
      originalText: textIn(known, 'originalText') ?? originalText,
      optimizedText: textIn(known, 'optimizedText') ?? optimizedText,
    },
  };
}
