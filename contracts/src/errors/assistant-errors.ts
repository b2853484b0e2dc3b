import { entry, type ErrorEntry } from './error-entry.js';

/** Error codes of the AI features. */
export const ASSISTANT_CODES = {
  ai_not_configured: entry(
    503,
    'Die Textüberarbeitung ist auf diesem Server nicht eingerichtet.',
    'AI assistance is not set up on this server.',
  ),
  ai_failed: entry(502, 'Beschreibung konnte nicht optimiert werden.', 'Failed to optimize description.'),
  ai_timeout: entry(
    504,
    'Die Überarbeitung hat zu lange gedauert. Ihr Text ist unverändert.',
    'The rewrite took too long. Your text is unchanged.',
  ),
} as const satisfies Record<string, ErrorEntry>;
