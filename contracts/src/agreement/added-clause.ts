import type { Language } from '../enums.js';

/**
 * The block of a field that was added after the template was published. The block appears only if the field
 * has a value. So no text changes that could be signed before the field existed
 * (docs/decisions/0017-agreement-version-1.md).
 */
export interface AddedClause {
  /** Id of the template's block that it follows. */
  readonly after: string;
  readonly kind: 'paragraph' | 'quote';
  readonly text: Readonly<Record<Language, string>>;
}
