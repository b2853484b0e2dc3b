import type { Language } from '../enums.js';
import type { ErrorCode } from '../errors.js';

/** Texts of `invalid_signature` for a picture in which too many pixels are not paper (rule:ink-on-paper). */
export const ALTERED_DRAWING_ERRORS = {
  invalid_signature: {
    de: 'Ihr Browser verändert Zeichnungen. Bitte tippen Sie Ihren Namen.',
    en: 'Your browser alters drawings. Please type your name.',
  },
} as const satisfies Partial<Record<ErrorCode, Record<Language, string>>>;

/** Texts of `invalid_signature` for a typed name that cannot be written (rule:typed-by-the-service). */
export const TYPED_NAME_ERRORS = {
  invalid_signature: {
    de: 'Für ein Zeichen dieses Namens gibt es hier keine Handschrift. Bitte zeichnen Sie Ihre Unterschrift.',
    en: 'There is no handwriting here for a character of this name. Please draw your signature.',
  },
} as const satisfies Partial<Record<ErrorCode, Record<Language, string>>>;
