import type { Language } from '../enums.js';

/**
 * A block of a field that came after the template was published. It stands only where the field is given, so
 * every text that could be signed before stays as it was (docs/decisions/0017-agreement-version-1.md).
 */
export interface AddedClause {
  /** Id of the template's block that it follows. */
  readonly after: string;
  readonly kind: 'paragraph' | 'quote';
  readonly text: Readonly<Record<Language, string>>;
}
