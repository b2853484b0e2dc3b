import { ownMember } from '../own-members.js';
import type { AddedClause } from '../agreement/added-clause.js';
import { DURATIONS, GEOGRAPHIC_SCOPES, LANGUAGES, type PenaltyClause } from '../enums.js';
import { NAME_MAX } from '../limits.js';

/**
 * A row of `TERM_FIELDS`. It contains the properties of one field that several places need. Lengths are
 * counted in UTF-16 code units, after the text is trimmed.
 */
type TermField = {
  /** Step of the wizard in which the field is entered. */
  readonly step: 1 | 2;
  /**
   * True if the field is personal or secret. Events carry such a field in their sealed part
   * (rule:personal-data-is-sealed).
   */
  readonly sealed: boolean;
} & (
  | (Text & { readonly form: 'email' })
  | (Text & { readonly form: 'line' | 'lines' } & ({ readonly min: number } | Optional))
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'penalty' }
  | { readonly kind: 'flag' }
);
interface Text {
  readonly kind: 'text';
  readonly max: number;
  /**
   * Part of the keys of the field's messages: `validation.<words>.max`, and `validation.<words>.min` if the
   * field has a minimum length.
   */
  readonly words: string;
}
type Optional = { readonly optional: true } & (
  | {
      /** The field has existed from the beginning. If it is absent, an event records null. */
      readonly recordedAsNull: true;
    }
  | {
      /**
       * The field was added after events and agreements without it already existed. `added` contains the
       * field's words in the agreement. If the field is absent, events leave it out. Events and agreements
       * without the field are therefore the same as before the field was added.
       */
      readonly added: AddedClause;
    }
);

const name = {
  kind: 'text',
  form: 'line',
  min: 2,
  max: NAME_MAX,
  words: 'name',
  step: 1,
  sealed: true,
} as const;
const company = {
  kind: 'text',
  form: 'line',
  optional: true,
  recordedAsNull: true,
  max: 120,
  words: 'company',
  step: 1,
  sealed: true,
} as const;
const email = { kind: 'text', form: 'email', max: 254, words: 'email', step: 1, sealed: true } as const;

/**
 * The fields of the terms (rule:lengths-of-fields), in the order of the screen. Problems are reported in this
 * order. The language never has a problem. It comes first in its step, because it has always been the first
 * open field of events.
 */
export const TERM_FIELDS = {
  ideaTitle: { kind: 'text', form: 'line', min: 3, max: 120, words: 'title', step: 1, sealed: true },
  ideaDescription: {
    kind: 'text',
    form: 'lines',
    min: 50,
    max: 5000,
    words: 'description',
    step: 1,
    sealed: true,
  },
  party1Name: name,
  party1Company: company,
  party1Email: email,
  party2Name: name,
  party2Company: company,
  party2Email: email,
  language: { kind: 'choice', of: LANGUAGES, step: 2, sealed: false },
  duration: { kind: 'choice', of: DURATIONS, step: 2, sealed: false },
  geographicScope: { kind: 'choice', of: GEOGRAPHIC_SCOPES, step: 2, sealed: false },
  penaltyClause: { kind: 'penalty', step: 2, sealed: false },
  permittedDisclosures: {
    kind: 'text',
    form: 'lines',
    optional: true,
    recordedAsNull: true,
    max: 2000,
    words: 'permittedDisclosures',
    step: 2,
    sealed: true,
  },
  returnOfMaterials: { kind: 'flag', step: 2, sealed: false },
} as const satisfies Readonly<Record<string, TermField>>;

type Table = typeof TERM_FIELDS;
export type TermName = keyof Table;
type Having<Trait> = { [N in TermName]: Table[N] extends Trait ? N : never }[TermName];

export const TERM_NAMES = Object.keys(TERM_FIELDS) as readonly TermName[];

/** Returns the names of the fields that have all of these properties, in the order of `TERM_FIELDS`. */
const having = <const Trait extends object>(trait: Trait): readonly Having<Trait>[] =>
  TERM_NAMES.filter((name): name is Having<Trait> =>
    Object.entries(trait).every(([key, value]) => ownMember(TERM_FIELDS[name], key) === value),
  );
const except = <N extends TermName>(names: readonly N[]): readonly Exclude<TermName, N>[] =>
  TERM_NAMES.filter((name): name is Exclude<TermName, N> => !(names as readonly TermName[]).includes(name));

export const TEXT_TERMS = having({ kind: 'text' });
export const CHOICE_TERMS = having({ kind: 'choice' });
export const OPTIONAL_TERMS = having({ optional: true });
export const ADDED_TERMS = TERM_NAMES.filter(
  (name): name is Having<{ added: AddedClause }> => 'added' in TERM_FIELDS[name],
);
export const ADDED_CLAUSES: readonly AddedClause[] = Object.values<TermField>(TERM_FIELDS).flatMap((field) =>
  'added' in field ? field.added : [],
);
export const SEALED_TERMS = having({ sealed: true });
export const OPEN_TERMS = except(SEALED_TERMS);
/** E-mail addresses are left out, because the agreement contains none (rule:canonical-document). */
export const AGREEMENT_TERMS = except(having({ form: 'email' }));

export type TextTerm = (typeof TEXT_TERMS)[number];
export type ChoiceTerm = (typeof CHOICE_TERMS)[number];
export type AddedTerm = (typeof ADDED_TERMS)[number];
export type SealedTerm = (typeof SEALED_TERMS)[number];
export type OpenTerm = (typeof OPEN_TERMS)[number];
export type AgreementTerm = (typeof AGREEMENT_TERMS)[number];
type OptionalTerm = (typeof OPTIONAL_TERMS)[number];

export type TermValue<N extends TermName> = Table[N] extends { readonly of: readonly (infer Value)[] }
  ? Value
  : Table[N] extends { readonly kind: 'penalty' }
    ? PenaltyClause
    : Table[N] extends { readonly kind: 'flag' }
      ? boolean
      : string;

/** Terms as views show them. An absent optional term is null. */
export type Terms<N extends TermName = TermName> = {
  readonly [F in N]: F extends OptionalTerm ? TermValue<F> | null : TermValue<F>;
};
/** Terms as an event carries them. An absent added term is left out. */
export type RecordedTerms<N extends TermName> = Terms<Exclude<N, AddedTerm>> & {
  readonly [F in Extract<N, AddedTerm>]?: TermValue<F>;
};
/** Terms from any source. An absent optional term is null or undefined. */
type TermSource<N extends TermName> = {
  readonly [F in Exclude<N, OptionalTerm>]: TermValue<F>;
} & { readonly [F in Extract<N, OptionalTerm>]?: TermValue<F> | null | undefined };

/**
 * Returns an object with one value for each of these fields. The loop adds the members one by one, because
 * `Object.fromEntries` would take many times as long.
 */
export function byTerm<N extends TermName, Value>(
  names: readonly N[],
  valueOf: (name: N) => Value,
): Record<N, Value> {
  const made: Partial<Record<N, Value>> = {};
  for (const name of names) made[name] = valueOf(name);
  return made as Record<N, Value>;
}

/** Returns the values of these fields. The value of an absent field is null. */
export const pickTerms = <N extends TermName>(
  source: TermSource<NoInfer<N>>,
  names: readonly N[],
): Terms<N> => byTerm(names, (name) => Reflect.get(source, name) ?? null) as Terms<N>;

/** Returns a copy of the terms without the members in `names` that are null. */
export const withoutAbsent = (terms: object, names: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(terms).filter(([name, value]) => value !== null || !names.includes(name)),
  );

/** Returns the values of these fields for an event. Unlike `pickTerms`, it leaves out absent added fields. */
export const recordTerms = <N extends TermName>(
  source: TermSource<NoInfer<N>>,
  names: readonly N[],
): RecordedTerms<N> => withoutAbsent(pickTerms(source, names), ADDED_TERMS) as RecordedTerms<N>;
