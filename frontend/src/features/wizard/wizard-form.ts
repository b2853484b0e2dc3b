import {
  PENALTY_PRESETS,
  type Duration,
  type GeographicScope,
  type Language,
  type PenaltyPreset,
} from '@siegel/contracts/enums';
import type { NdaView } from '@siegel/contracts/nda/view';
import { customPenaltyAmount, normalized } from '@siegel/contracts/validation/rules';

/** What stands in the fields, as typed: texts are not trimmed, an unmade choice is ''. */
export interface WizardForm {
  ideaTitle: string;
  ideaDescription: string;
  party1Name: string;
  party1Email: string;
  party1Company: string;
  party2Name: string;
  party2Email: string;
  party2Company: string;
  duration: Duration | '';
  geographicScope: GeographicScope | '';
  permittedDisclosures: string;
  penalty: PenaltyPreset | 'custom' | '';
  /** Whole EUR, as typed; counts only while `penalty` is 'custom'. */
  penaltyAmount: string;
  returnOfMaterials: boolean;
  /** '' until chosen: then the agreement follows the language of the page. */
  language: Language | '';
}

export type WizardField = keyof WizardForm;
/** The body of `POST /api/ndas`, not yet validated. */
export type NdaDraft = Record<string, unknown>;

export const EMPTY_FORM: WizardForm = {
  ideaTitle: '',
  ideaDescription: '',
  party1Name: '',
  party1Email: '',
  party1Company: '',
  party2Name: '',
  party2Email: '',
  party2Company: '',
  duration: '',
  geographicScope: '',
  permittedDisclosures: '',
  penalty: '',
  penaltyAmount: '',
  returnOfMaterials: true,
  language: '',
};

export const STEP_FIELDS: Readonly<Record<1 | 2, readonly WizardField[]>> = {
  1: [
    'ideaTitle',
    'ideaDescription',
    'party1Name',
    'party1Company',
    'party1Email',
    'party2Name',
    'party2Company',
    'party2Email',
  ],
  2: [
    'duration',
    'geographicScope',
    'penalty',
    'penaltyAmount',
    'permittedDisclosures',
    'returnOfMaterials',
    'language',
  ],
};

/** People type '25.000' or '25 000'; a German decimal comma is not taken for a thousands separator. */
export function penaltyDigits(typed: string): string {
  const compact = typed.trim().replaceAll(/[\s\u00a0]/g, '');
  return /^\d{1,3}([.,]\d{3})+$/.test(compact) ? compact.replaceAll(/[.,]/g, '') : compact;
}

export function penaltyClauseOf(form: Pick<WizardForm, 'penalty' | 'penaltyAmount'>): string {
  return form.penalty === 'custom' ? `custom:${penaltyDigits(form.penaltyAmount)}` : form.penalty;
}

export function toDraft(form: WizardForm, pageLanguage: Language, replaces?: string): NdaDraft {
  const { penalty: _penalty, penaltyAmount: _amount, language, ...rest } = form;
  return {
    ...rest,
    penaltyClause: penaltyClauseOf(form),
    language: language || pageLanguage,
    ...(replaces ? { replaces } : {}),
  };
}

export function formFromNda(nda: NdaView): WizardForm {
  const amount = customPenaltyAmount(nda.penaltyClause);
  const preset = PENALTY_PRESETS.find((known) => known === nda.penaltyClause);
  return {
    ideaTitle: nda.ideaTitle,
    ideaDescription: nda.ideaDescription,
    party1Name: nda.party1Name,
    party1Email: nda.party1Email,
    party1Company: nda.party1Company ?? '',
    party2Name: nda.party2Name,
    party2Email: nda.party2Email,
    party2Company: nda.party2Company ?? '',
    duration: nda.duration,
    geographicScope: nda.geographicScope,
    permittedDisclosures: nda.permittedDisclosures ?? '',
    penalty: amount === null ? (preset ?? '') : 'custom',
    penaltyAmount: amount === null ? '' : String(amount),
    returnOfMaterials: nda.returnOfMaterials,
    language: nda.language,
  };
}

const tidy = (value: unknown): unknown => (typeof value === 'string' ? normalized(value) : value);

/**
 * Whether confirming the form would create what this NDA already is (rule:changed-draft-replaces): then it is
 * used again.
 */
export function sameAsNda(form: WizardForm, nda: NdaView, pageLanguage: Language): boolean {
  const mine = toDraft(form, pageLanguage);
  const theirs = toDraft(formFromNda(nda), pageLanguage);
  return Object.keys(theirs).every((key) => tidy(mine[key]) === tidy(theirs[key]));
}

/** Whether leaving would lose something a person typed. */
export function hasWork(form: WizardForm): boolean {
  return (Object.keys(EMPTY_FORM) as WizardField[]).some(
    (key) => tidy(form[key]) !== EMPTY_FORM[key] && key !== 'language',
  );
}
