/**
 * Every stable error code with its HTTP status and its text in both languages (rule:errors-are-problems).
 * Each text says what to do next.
 */
export interface ErrorEntry {
  status: number;
  de: string;
  en: string;
}

const entry = (status: number, de: string, en: string): ErrorEntry => ({ status, de, en });

export const ERRORS = {
  // General
  validation_failed: entry(400, 'Bitte prüfen Sie die markierten Felder.', 'Please check the marked fields.'),
  malformed_json: entry(
    400,
    'Die Anfrage war unvollständig oder beschädigt. Bitte laden Sie die Seite neu.',
    'The request was incomplete or damaged. Please reload the page.',
  ),
  webhook_signature: entry(
    400,
    'Die Signatur dieser Meldung fehlt, stimmt nicht oder ist zu alt.',
    'The signature of this report is missing, wrong or too old.',
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
  not_understood: entry(
    503,
    'Dazu sind Einträge gespeichert, die diese Version des Dienstes nicht kennt. Es ist nichts verloren. Bitte versuchen Sie es später noch einmal.',
    'Entries are stored here that this version of the service does not know. Nothing is lost. Please try again later.',
  ),
  // Signing
  party1_must_sign_first: entry(409, 'Partei 1 muss zuerst unterschreiben.', 'Party 1 must sign first.'),
  already_signed: entry(409, 'Diese Partei hat bereits unterschrieben.', 'This party has already signed.'),
  nda_final: entry(
    409,
    'Beide Parteien haben unterschrieben. Die Vereinbarung lässt sich nicht mehr ändern.',
    'Both parties have signed. The agreement can no longer be changed.',
  ),
  remote_only: entry(
    409,
    'Die andere Partei unterschreibt über den zugesandten Link.',
    'The other party signs with the link that was sent.',
  ),
  agreement_changed: entry(
    409,
    'Der Text der Vereinbarung ist nicht mehr der, den Sie gesehen haben. Bitte laden Sie die Seite neu und lesen Sie ihn noch einmal.',
    'The text of the agreement is no longer the one you saw. Please reload the page and read it again.',
  ),
  invalid_signature: entry(422, 'Unterschrift erforderlich', 'Signature required.'),
  nda_discarded: entry(
    410,
    'Dieser Entwurf wurde durch einen neuen ersetzt.',
    'This draft was replaced by a new one.',
  ),
  nda_erased: entry(404, 'Das haben wir nicht gefunden.', 'We could not find this.'),
  mode_fixed: entry(
    409,
    'Nach der ersten Zahlung oder Einladung steht fest, wie unterschrieben und bezahlt wird.',
    'After the first payment or invitation, how you sign and pay is fixed.',
  ),
  change_limit: entry(
    409,
    'Das lässt sich nicht noch einmal ändern. Bitte erstellen Sie eine neue Vereinbarung.',
    'This cannot be changed again. Please create a new agreement.',
  ),
  legal_hold: entry(
    409,
    'Für diese Vereinbarung gilt eine Aufbewahrungspflicht. Sie kann jetzt nicht gelöscht werden.',
    'This agreement is under legal hold. It cannot be deleted now.',
  ),
  evidence_broken: entry(
    409,
    'Verlauf oder Dokument dieser Vereinbarung sind nicht mehr so, wie sie festgehalten wurden. Ein Nachweis lässt sich daraus nicht erstellen. Prüfen Sie, wo die Kette gebrochen ist; ist sie es nirgends, fehlt das Dokument.',
    'The history or the document of this agreement is no longer as it was recorded, so no evidence can be made of it. Verify where the chain is broken; if it is nowhere, the document is missing.',
  ),
  evidence_too_large: entry(
    409,
    'Dieser Verlauf ist zu lang für einen Nachweis. Der Betreiber kann ihn auf dem Server prüfen.',
    'This history is too long for evidence to be downloaded. The operator can verify it on the server.',
  ),
  not_closable: entry(409, 'Das erledigt der Dienst selbst.', 'The service takes care of this itself.'),
  // Payment
  already_paid: entry(409, 'Das ist bereits bezahlt.', 'This is already paid.'),
  nothing_due: entry(409, 'Es ist nichts zu zahlen.', 'Nothing is due.'),
  payment_changed: entry(
    409,
    'Die Zahlung muss neu vorbereitet werden. Bitte prüfen Sie den Betrag und bestellen Sie noch einmal.',
    'The payment has to be prepared anew. Please check the amount and order again.',
  ),
  payment_limit: entry(
    409,
    'Zu viele Zahlungsversuche. Ein Gutschein ist weiter möglich.',
    'Too many payment attempts. A voucher can still be used.',
  ),
  payment_required: entry(402, 'Bitte bezahlen Sie zuerst.', 'Please pay first.'),
  payment_unknown: entry(
    404,
    'Diese Zahlung gehört nicht zu dieser Vereinbarung.',
    'This payment does not belong to this agreement.',
  ),
  payment_provider_failed: entry(
    502,
    'Die Zahlung konnte nicht vorbereitet werden. Es wurde nichts abgebucht. Bitte versuchen Sie es noch einmal.',
    'Failed to create payment intent. Nothing was charged. Please try again.',
  ),
  card_declined: entry(
    402,
    'Ihre Karte wurde abgelehnt. Bitte versuchen Sie es mit einer anderen.',
    'Your card was declined. Please try another one.',
  ),
  card_invalid: entry(
    402,
    'Die Kartendaten sind nicht gültig. Bitte prüfen Sie Nummer, Ablaufdatum und Prüfnummer (CVC).',
    'The card details are not valid. Please check number, expiry date and security code (CVC).',
  ),
  voucher_unknown: entry(
    404,
    'Der Gutscheincode ist ungültig oder bereits eingelöst.',
    'The voucher code is invalid or already used.',
  ),
  voucher_used: entry(
    409,
    'Der Gutscheincode ist ungültig oder bereits eingelöst.',
    'The voucher code is invalid or already used.',
  ),
  voucher_expired: entry(
    410,
    'Der Gutscheincode ist ungültig oder bereits eingelöst.',
    'The voucher code is invalid or already used.',
  ),
  // Invitation
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
  // Delivery
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
  // Assistant
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

export type ErrorCode = keyof typeof ERRORS;

type Words = Pick<ErrorEntry, 'de' | 'en'>;

/** What the same codes say of a link with which Party 1 goes on: it is not one to sign. */
export const CONTINUE_ERRORS = {
  invalid_link: {
    de: 'Dieser Link ist ungültig. Bitte lassen Sie sich dort, wo Sie die Vereinbarung erstellt haben, einen neuen schicken.',
    en: 'This link is not valid. Please have a new one sent to you from where you created the agreement.',
  },
  link_expired: {
    de: 'Dieser Link gilt nicht mehr. Bitte lassen Sie sich dort, wo Sie die Vereinbarung erstellt haben, einen neuen schicken.',
    en: 'This link is no longer valid. Please have a new one sent to you from where you created the agreement.',
  },
  link_used: {
    de: 'Dieser Link wurde bereits benutzt; er gilt einmal. Bitte lassen Sie sich dort, wo Sie die Vereinbarung erstellt haben, einen neuen schicken.',
    en: 'This link has already been used; it works once. Please have a new one sent to you from where you created the agreement.',
  },
} as const satisfies Partial<Record<ErrorCode, Words>>;

/** What the same codes say of the assistant: nobody's description is rewritten there. */
export const ASSISTANT_ERRORS = {
  ai_not_configured: {
    de: 'Der Assistent ist auf diesem Server nicht eingerichtet.',
    en: 'The assistant is not set up on this server.',
  },
  ai_failed: {
    de: 'Der Assistent hat nicht geantwortet. Bitte versuchen Sie es noch einmal.',
    en: 'Failed to get chat response. Please try again.',
  },
  ai_timeout: {
    de: 'Die Antwort hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
    en: 'The answer took too long. Please try again.',
  },
} as const satisfies Partial<Record<ErrorCode, Words>>;
