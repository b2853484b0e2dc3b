import { entry, type ErrorEntry } from './error-entry.js';

/** Error codes of the document. */
export const DELIVERY_CODES = {
  not_completed: entry(
    409,
    'Es haben noch nicht beide Parteien unterschrieben.',
    'The agreement has not been signed by both parties yet.',
  ),
  document_not_ready: entry(
    409,
    'Das PDF wird gerade erstellt. Bitte versuchen Sie es gleich noch einmal.',
    'The PDF is being made. Please try again in a moment.',
  ),
} as const satisfies Record<string, ErrorEntry>;
