import type { Language } from '../enums.js';

/**
 * The block of a field that was added after the template was published. The block appears only if the field
 * has a value. An agreement without a value for the field therefore keeps the text that it had before the
 * field existed (docs/decisions/0017-agreement-version-1.md).
 */
export interface AddedClause {
  /** Id of a block of the template. The added block appears after that block. */
  readonly after: string;
  readonly kind: 'paragraph' | 'quote';
  readonly text: Readonly<Record<Language, string>>;
}
