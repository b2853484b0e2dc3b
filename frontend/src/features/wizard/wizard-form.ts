import { PENALTY_PRESETS, type PenaltyPreset } from '@siegel/contracts/enums';
import { customPenaltyAmount } from '@siegel/contracts/nda/penalty';
import type { CreateNdaRequest } from '@siegel/contracts/nda/requests';
import {
  byTerm,
  CHOICE_TERMS,
  type ChoiceTerm,
  OPTIONAL_TERMS,
  pickTerms,
  TERM_FIELDS,
  TERM_NAMES,
  type TermName,
  type TermValue,
  TEXT_TERMS,
  type TextTerm,
} from '@siegel/contracts/nda/term-fields';
import type { NdaView } from '@siegel/contracts/nda/view';
import { normalized, normalizedAddress } from '@siegel/contracts/validation/normalized';
import { ownMember } from '@siegel/contracts/own-members';
import { DEFAULT_LANGUAGE } from '../../lib/language.js';

/** Raw field values. Texts are not trimmed. A choice that is not made yet is ''. */
export interface WizardForm extends Texts, Choices {
  penalty: PenaltyPreset | 'custom' | '';
  /** Whole EUR, as typed. Used only while `penalty` is 'custom'. */
  penaltyAmount: string;
  returnOfMaterials: boolean;
}
type Texts = Record<TextTerm, string>;
/** The choices. At first only the language has a value (rule:agreement-is-german-unless-chosen). */
type Choices = { [N in ChoiceTerm]: TermValue<N> | (N extends 'language' ? never : '') };

export type WizardField = keyof WizardForm;
/** The body of `POST /api/ndas`, not yet validated. */
export type NdaDraft = Record<string, unknown>;

export const EMPTY_FORM: WizardForm = {
  ...byTerm(TEXT_TERMS, () => ''),
  duration: '',
  geographicScope: '',
  penalty: '',
  penaltyAmount: '',
  returnOfMaterials: true,
  language: DEFAULT_LANGUAGE,
};

const formFields = (name: TermName): readonly WizardField[] =>
  name === 'penaltyClause' ? ['penalty', 'penaltyAmount'] : [name];
const fieldsOfStep = (step: 1 | 2): readonly WizardField[] =>
  TERM_NAMES.filter((name) => TERM_FIELDS[name].step === step).flatMap(formFields);

/** The fields of each step, in the order of the screen. */
export const STEP_FIELDS: Readonly<Record<1 | 2, readonly WizardField[]>> = {
  1: fieldsOfStep(1),
  2: fieldsOfStep(2),
};

/** Removes spaces and thousands separators, as in '25.000' or '25 000'. A comma before decimals is kept. */
export function penaltyDigits(typed: string): string {
  const compact = typed.trim().replaceAll(/[\s\u00a0]/g, '');
  return /^\d{1,3}([.,]\d{3})+$/.test(compact) ? compact.replaceAll(/[.,]/g, '') : compact;
}

export function penaltyClauseOf(form: Pick<WizardForm, 'penalty' | 'penaltyAmount'>): string {
  return form.penalty === 'custom' ? `custom:${penaltyDigits(form.penaltyAmount)}` : form.penalty;
}

export function toDraft(form: WizardForm, replaces?: string): NdaDraft {
  const { penalty: _penalty, penaltyAmount: _amount, ...rest } = form;
  return { ...rest, penaltyClause: penaltyClauseOf(form), ...(replaces ? { replaces } : {}) };
}

export function formFromNda(nda: NdaView): WizardForm {
  const amount = customPenaltyAmount(nda.penaltyClause);
  const preset = PENALTY_PRESETS.find((known) => known === nda.penaltyClause);
  return {
    ...byTerm(TEXT_TERMS, (name) => nda[name] ?? ''),
    ...pickTerms(nda, CHOICE_TERMS),
    penalty: amount === null ? (preset ?? '') : 'custom',
    penaltyAmount: amount === null ? '' : String(amount),
    returnOfMaterials: nda.returnOfMaterials,
  };
}

/** Compares the raw field values, character by character. */
export const sameForm = (one: WizardForm, other: WizardForm): boolean =>
  (Object.keys(EMPTY_FORM) as WizardField[]).every((key) => one[key] === other[key]);

const ADDRESSES: ReadonlySet<string> = new Set(
  TEXT_TERMS.filter((name) => TERM_FIELDS[name].form === 'email'),
);

/** Normalises a value as the server does before it stores it. */
function normalise(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return ADDRESSES.has(key) ? normalizedAddress(value) : normalized(value);
}

const OPTIONAL: ReadonlySet<string> = new Set(OPTIONAL_TERMS);

/**
 * Returns the body of `POST /api/ndas`. It contains texts as the server will store them, and omits empty
 * optional texts. Choices that are not made yet are ''.
 */
export const requestOf = (form: WizardForm, replaces?: string): CreateNdaRequest =>
  Object.fromEntries(
    Object.entries(toDraft(form, replaces))
      .map(([key, value]) => [key, normalise(key, value)] as const)
      .filter(([key, value]) => value !== '' || !OPTIONAL.has(key)),
  ) as unknown as CreateNdaRequest;

/**
 * True if confirming the form would create an NDA with the same terms as `nda`. `nda` is then reused
 * (rule:changed-draft-replaces).
 */
export function sameAsNda(form: WizardForm, nda: NdaView): boolean {
  const mine = toDraft(form);
  const theirs = toDraft(formFromNda(nda));
  return Object.entries(theirs).every(
    ([key, value]) => normalise(key, ownMember(mine, key)) === normalise(key, value),
  );
}

/**
 * True if leaving would lose something that the user typed or chose. The choice of the language is ignored.
 */
export function hasWork(form: WizardForm): boolean {
  return (Object.keys(EMPTY_FORM) as WizardField[]).some(
    (key) => normalise(key, form[key]) !== EMPTY_FORM[key] && key !== 'language',
  );
}
