import { entry, type ErrorEntry } from './error-entry.js';

/** General error codes, for example about validation, login and limits. */
export const GENERAL_CODES = {
  validation_failed: entry(400, 'Bitte prüfen Sie die markierten Felder.', 'Please check the marked fields.'),
  malformed_json: entry(
    400,
    'Die Anfrage war unvollständig oder beschädigt. Bitte laden Sie die Seite neu.',
    'The request was incomplete or damaged. Please reload the page.',
  ),
  webhook_signature: entry(
    400,
    'Die Signatur dieser Meldung fehlt oder stimmt nicht, oder ihre Zeit weicht zu weit ab.',
    'The signature of this report is missing or wrong, or its time is too far off.',
  ),
  unauthenticated: entry(401, 'Bitte melden Sie sich an.', 'Please log in.'),
  invalid_password: entry(401, 'Das Passwort stimmt nicht.', 'Invalid password'),
  forbidden: entry(403, 'Dafür fehlt Ihnen die Berechtigung.', 'You are not allowed to do this.'),
  foreign_origin: entry(
    403,
    'Diese Anfrage kam von einer fremden Seite und wurde abgewiesen.',
    'This request came from another site and was refused.',
  ),
  not_found: entry(404, 'Das haben wir nicht gefunden.', 'We could not find this.'),
  method_not_allowed: entry(405, 'Diese Aktion gibt es hier nicht.', 'This action is not available here.'),
  body_too_large: entry(413, 'Die Anfrage ist zu groß.', 'The request is too large.'),
  unsupported_media_type: entry(
    415,
    'Dieses Format nehmen wir hier nicht an.',
    'This format is not accepted here.',
  ),
  rate_limited: entry(
    429,
    'Zu viele Anfragen. Bitte versuchen Sie es später noch einmal.',
    'Too many requests. Please try again later.',
  ),
  mail_limit: entry(
    429,
    'An diese Adresse gingen heute schon sehr viele E-Mails. Bitte versuchen Sie es morgen noch einmal.',
    'A great many e-mails have gone to this address today. Please try again tomorrow.',
  ),
  internal_error: entry(
    500,
    'Bei uns ist etwas schiefgegangen. Ihre Eingaben sind nicht verloren. Bitte versuchen Sie es noch einmal.',
    'Something went wrong on our side. Nothing you entered is lost. Please try again.',
  ),
  unavailable: entry(
    503,
    'Der Dienst ist gerade nicht erreichbar. Es ist nichts verloren. Bitte versuchen Sie es gleich noch einmal.',
    'The service cannot be reached right now. Nothing is lost. Please try again in a moment.',
  ),
  key_unavailable: entry(
    503,
    'Das lässt sich gerade nicht öffnen, weil der Schlüssel dazu fehlt. Es ist nichts verloren. Bitte versuchen Sie es später noch einmal.',
    'This cannot be opened right now because its key is missing. Nothing is lost. Please try again later.',
  ),
  stream_untrusted: entry(
    503,
    'An dieser Vereinbarung lässt sich gerade nichts ändern. Der Betreiber ist informiert.',
    'This agreement cannot be changed at the moment. The operator has been informed.',
  ),
  not_understood: entry(
    503,
    'Dazu sind Einträge gespeichert, die diese Version des Dienstes nicht kennt. Es ist nichts verloren. Bitte versuchen Sie es später noch einmal.',
    'Entries are stored here that this version of the service does not know. Nothing is lost. Please try again later.',
  ),
} as const satisfies Record<string, ErrorEntry>;
