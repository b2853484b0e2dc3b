import { entry, type ErrorEntry } from './error-entry.js';

/** Error codes of payments and vouchers. */
export const PAYMENT_CODES = {
  already_paid: entry(409, 'Das ist bereits bezahlt.', 'This is already paid.'),
  nothing_due: entry(409, 'Es ist nichts zu zahlen.', 'Nothing is due.'),
  payment_changed: entry(
    409,
    'Der Betrag hat sich geändert. Bitte prüfen Sie ihn und bestellen Sie noch einmal.',
    'The amount has changed. Please check it and order again.',
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
} as const satisfies Record<string, ErrorEntry>;
