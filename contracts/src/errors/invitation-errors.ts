import { entry, type ErrorEntry } from './error-entry.js';

/** Error codes of invitations and of links in mails. */
export const INVITATION_CODES = {
  already_invited: entry(
    409,
    'Die Einladung ist bereits verschickt.',
    'The invitation has already been sent.',
  ),
  not_invited: entry(409, 'Es gibt keine offene Einladung.', 'There is no open invitation.'),
  invitation_expired: entry(
    410,
    'Die Einladung ist abgelaufen. Bitte erstellen Sie eine neue Vereinbarung.',
    'The invitation has expired. Please create a new agreement.',
  ),
  invitation_limit: entry(
    409,
    'Mehr als drei Einladungen sind für eine Vereinbarung nicht möglich. Bitte erstellen Sie eine neue.',
    'No more than three invitations are possible for one agreement. Please create a new one.',
  ),
  address_limit: entry(
    409,
    'Die Adresse lässt sich nicht noch einmal ändern. Bitte erstellen Sie eine neue Vereinbarung.',
    'The address cannot be changed again. Please create a new agreement.',
  ),
  reminder_limit: entry(
    409,
    'Die Höchstzahl an Erinnerungen (3) ist erreicht.',
    'Maximum number of reminders (3) reached.',
  ),
  reminders_declined: entry(
    409,
    'Die andere Partei möchte keine Erinnerungen mehr. Der Link gilt weiter.',
    'The other party declined reminders. The link remains valid.',
  ),
  reminder_not_due: entry(409, 'Diese Erinnerung ist nicht fällig.', 'This reminder is not due.'),
  invalid_link: entry(
    404,
    'Der Link zum Unterschreiben ist ungültig oder abgelaufen. Bitte wenden Sie sich an Partei 1.',
    'Invalid or expired signature link. Please contact Party 1.',
  ),
  link_expired: entry(
    410,
    'Der Link zum Unterschreiben ist ungültig oder abgelaufen. Bitte wenden Sie sich an Partei 1.',
    'Invalid or expired signature link. Please contact Party 1.',
  ),
  link_cancelled: entry(
    410,
    'Der Link zum Unterschreiben ist ungültig oder abgelaufen. Bitte wenden Sie sich an Partei 1.',
    'Invalid or expired signature link. Please contact Party 1.',
  ),
  link_replaced: entry(
    410,
    'Der Link zum Unterschreiben ist ungültig oder abgelaufen. Bitte wenden Sie sich an Partei 1.',
    'Invalid or expired signature link. Please contact Party 1.',
  ),
  link_used: entry(
    410,
    'Mit diesem Link wurde bereits unterschrieben.',
    'This link has already been used to sign.',
  ),
} as const satisfies Record<string, ErrorEntry>;
