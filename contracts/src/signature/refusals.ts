import type { Language } from '../enums.js';
import type { ErrorCode } from '../errors.js';

/**
 * Texts of `invalid_signature` for a picture that has too many pixels of ink to be a drawing
 * (rule:ink-on-paper).
 */
export const ALTERED_DRAWING_ERRORS = {
  invalid_signature: {
    de: 'Ihr Browser verändert Zeichnungen. Bitte tippen Sie Ihren Namen.',
    en: 'Your browser alters drawings. Please type your name.',
  },
} as const satisfies Partial<Record<ErrorCode, Record<Language, string>>>;

/**
 * Texts of `invalid_signature` for a typed name with a character that no handwriting font has
 * (rule:typed-by-the-service).
 */
export const TYPED_NAME_ERRORS = {
  invalid_signature: {
    de: 'Für ein Zeichen dieses Namens gibt es hier keine Handschrift. Bitte zeichnen Sie Ihre Unterschrift.',
    en: 'There is no handwriting here for a character of this name. Please draw your signature.',
  },
} as const satisfies Partial<Record<ErrorCode, Record<Language, string>>>;
