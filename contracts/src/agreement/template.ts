import type { AgreementField } from './agreement-field.js';
import type { Duration, GeographicScope } from '../enums.js';

/**
 * Ids of the 17 clauses, in order (rule:seventeen-sections). The ids never change, because evidence and tests
 * refer to them (rule:clause-ids-never-change).
 */
export const CLAUSE_IDS = [
  'subject',
  'definition',
  'obligations',
  'permitted-disclosures',
  'duration',
  'geographic-scope',
  'penalty',
  'return-of-materials',
  'ownership',
  'exceptions',
  'post-termination',
  'negotiations',
  'no-obligation',
  'severability',
  'governing-law',
  'form',
  'signatures',
] as const;
export type ClauseId = (typeof CLAUSE_IDS)[number];

/** Condition under which a block appears in the agreement. A block without a condition always appears. */
export type Condition =
  | 'company-named'
  | 'disclosures-named'
  | 'no-disclosures'
  | 'limited'
  | 'unlimited'
  | 'regional'
  | 'penalty-agreed'
  | 'no-penalty'
  | 'return-agreed'
  | 'no-return';

/** A block of the agreement. Its text has placeholders `{field}`. Its `id` is the same in both languages. */
export type TemplateBlock =
  | {
      readonly id: string;
      readonly kind: 'paragraph' | 'quote';
      readonly when?: Condition;
      readonly text: string;
    }
  | {
      readonly id: string;
      readonly kind: 'list';
      readonly when?: Condition;
      readonly items: readonly string[];
    }
  | { readonly id: string; readonly kind: 'signatures'; readonly when?: Condition };

export interface TemplateSection {
  readonly id: ClauseId;
  readonly heading: string;
  readonly blocks: readonly TemplateBlock[];
}

/**
 * One template version in one language. Published versions are frozen: even the change of a single letter
 * needs a new version.
 */
export interface AgreementTemplate {
  readonly title: string;
  readonly subtitle: string;
  readonly issued: string;
  /** Replaces `issued` while the date is not fixed. */
  readonly provisional: string;
  readonly discloser: string;
  readonly recipient: string;
  /** Texts of the durations in section 5. */
  readonly durations: Readonly<Record<Duration, string>>;
  /** Texts of the geographic scopes in section 6. */
  readonly scopes: Readonly<Record<GeographicScope, string>>;
  /** Text of section 4 if no permitted disclosures are named (rule:seventeen-sections). */
  readonly notSpecified: string;
  /**
   * The words for the penalty `none`, and for the two choices on the return of materials. The template
   * inserts these words as values, so that the preview can mark them.
   */
  readonly noPenalty: string;
  readonly returned: string;
  readonly notReturned: string;
  /** Placeholders of empty fields in the live preview. */
  readonly blanks: Readonly<Partial<Record<AgreementField, string>>>;
  readonly sections: readonly TemplateSection[];
}
