import type { Language } from './enums.js';
import type { FieldProblem } from './problem.js';
import {
  CHAT_MESSAGE_MAX,
  CHAT_MESSAGES_MAX,
  PENALTY_CUSTOM_MAX,
  SEARCH_MAX,
  SEARCH_MIN,
  WITHDRAWAL_MESSAGE_MAX,
  WITHDRAWAL_REFERENCE_MAX,
} from './limits.js';
import { TERM_FIELDS, TEXT_TERMS, type TextTerm } from './nda/term-fields.js';

/**
 * Texts for the problems of a field (rule:lengths-of-fields). The request classes use the keys as messages.
 * Browser and server look up the texts in this table.
 */
type Text = Readonly<Record<Language, string>>;
const text = (de: string, en: string): Text => ({ de, en });

type TooLong = `validation.${(typeof TERM_FIELDS)[TextTerm]['words']}.max`;
const atMost = (max: number): Text => text(`Höchstens ${max} Zeichen.`, `At most ${max} characters.`);

const TOO_LONG = Object.fromEntries(
  TEXT_TERMS.map((name) => TERM_FIELDS[name]).map(({ words, max }) => [
    `validation.${words}.max`,
    atMost(max),
  ]),
) as Readonly<Record<TooLong, Text>>;
const { ideaTitle: title, ideaDescription: description, party1Name: name } = TERM_FIELDS;

export const VALIDATION_MESSAGES = {
  ...TOO_LONG,
  'validation.required': text('Dieses Feld ist erforderlich.', 'This field is required.'),
  'validation.invalid': text('Dieser Wert ist hier nicht möglich.', 'This value is not possible here.'),
  'validation.idempotencyKey': text(
    'Mit diesem Schlüssel wurde schon eine andere Vereinbarung erstellt.',
    'Another agreement was already created with this key.',
  ),
  'validation.unknown': text('Dieses Feld gibt es nicht.', 'There is no such field.'),
  'validation.text': text('Bitte geben Sie Text ein.', 'Please enter text.'),
  'validation.oneLine': text(
    'Zeilenumbrüche und Steuerzeichen sind hier nicht möglich.',
    'Line breaks and control characters are not possible here.',
  ),
  'validation.characters': text(
    'Der Text enthält Steuerzeichen, die nicht möglich sind.',
    'The text has control characters that are not possible.',
  ),
  /** The validation rule supplies the value of `{character}`. */
  'validation.printable': text(
    'Das Zeichen „{character}“ kann im Dokument nicht dargestellt werden. Bitte ersetzen oder entfernen Sie es.',
    'The character “{character}” cannot be shown in the document. Please replace or remove it.',
  ),
  'validation.title.min': text(
    `Titel muss mindestens ${title.min} Zeichen lang sein`,
    `At least ${title.min} characters required.`,
  ),
  'validation.description.min': text(
    `Beschreibung muss mindestens ${description.min} Zeichen lang sein`,
    `At least ${description.min} characters required.`,
  ),
  'validation.name.min': text('Name erforderlich', `At least ${name.min} characters required.`),
  'validation.email': text('Gültige E-Mail-Adresse erforderlich', 'Invalid email address.'),
  'validation.email.letters': text(
    'Vor dem @ nehmen die meisten Mailserver nur a bis z, Ziffern und einige Zeichen an, keine Umlaute und Akzente. Bitte geben Sie eine andere Adresse dieses Postfachs an.',
    'Before the @ most mail servers take only a to z, digits and some signs, no accents or umlauts. Please enter another address of this mailbox.',
  ),
  'validation.email.ascii': text(
    'In der Schreibweise, die Mailserver brauchen, ist diese Adresse zu lang. Bitte geben Sie eine kürzere an.',
    'In the spelling that mail servers need this address is too long. Please enter a shorter one.',
  ),
  'validation.duration': text('Vertragsdauer erforderlich', 'This field is required.'),
  'validation.geographicScope': text('Geografischer Geltungsbereich erforderlich', 'This field is required.'),
  'validation.penaltyClause': text('Strafklausel erforderlich', 'This field is required.'),
  'validation.penaltyAmount': text(
    'Bitte geben Sie einen gültigen Betrag ein',
    'Please enter a valid amount',
  ),
  'validation.penaltyAmount.max': text(
    `Höchstens ${new Intl.NumberFormat('de-DE').format(PENALTY_CUSTOM_MAX)} EUR.`,
    `At most ${new Intl.NumberFormat('en-US').format(PENALTY_CUSTOM_MAX)} EUR.`,
  ),
  'validation.signature': text('Unterschrift erforderlich', 'Signature required.'),
  'validation.voucher': text('Bitte geben Sie einen Gutscheincode ein.', 'Please enter a voucher code.'),
  'validation.voucherCode.required': text('Gutscheincode erforderlich', 'Voucher code is required'),
  'validation.reference.max': atMost(WITHDRAWAL_REFERENCE_MAX),
  'validation.message.max': atMost(WITHDRAWAL_MESSAGE_MAX),
  'validation.day': text(
    'Bitte geben Sie einen Tag des Kalenders an: Jahr, Monat und Tag, etwa 2026-11-26.',
    'Please enter a day of the calendar: year, month and day, such as 2026-11-26.',
  ),
  'validation.conversation.max': text(
    `Ein Gespräch hat höchstens ${CHAT_MESSAGES_MAX} Nachrichten. Bitte beginnen Sie ein neues.`,
    `A conversation has at most ${CHAT_MESSAGES_MAX} messages. Please begin a new one.`,
  ),
  'validation.conversation.message': text(
    `Eine Nachricht hat höchstens ${CHAT_MESSAGE_MAX} Zeichen.`,
    `A message has at most ${CHAT_MESSAGE_MAX} characters.`,
  ),
  'validation.range.reversed': text(
    'Das Ende des Zeitraums liegt vor seinem Anfang.',
    'The end of the range lies before its beginning.',
  ),
  'validation.range.max': text('Ein Zeitraum hat höchstens zehn Jahre.', 'A range has at most ten years.'),
  'validation.search.min': text(
    `Bitte geben Sie mindestens ${SEARCH_MIN} Zeichen ein.`,
    `Please enter at least ${SEARCH_MIN} characters.`,
  ),
  'validation.search.max': atMost(SEARCH_MAX),
  'validation.card': text('Bitte füllen Sie dieses Feld aus.', 'Please fill in this field.'),
} as const satisfies Record<string, Text>;

export type ValidationKey = keyof typeof VALIDATION_MESSAGES;

const isKey = (value: string): value is ValidationKey => Object.hasOwn(VALIDATION_MESSAGES, value);

/**
 * Returns the text for a key. If the message is not a key, for example because a library wrote it, the
 * function returns the text of `validation.invalid`.
 * @param character replaces `{character}`
 */
export function validationMessage(key: string, language: Language, character = ''): string {
  return VALIDATION_MESSAGES[isKey(key) ? key : 'validation.invalid'][language].replace(
    '{character}',
    () => character,
  );
}

/** The members of class-validator's ValidationError that this file reads. */
export interface ConstraintFailure {
  property: string;
  constraints?: Record<string, string>;
  children?: ConstraintFailure[];
}

/**
 * If a value has several failures, only the first failure in this order is reported. The simplest failure
 * comes first. A missing value, for example, is reported as missing and not as too long.
 */
const PRIORITY = [
  'whitelistValidation',
  'isString',
  'minLength',
  'isNotEmpty',
  'isEmail',
  'isPenaltyClause',
  'matches',
  'printable',
  'maxLength',
];
const rank = (name: string): number => {
  const index = PRIORITY.indexOf(name);
  return index === -1 ? PRIORITY.length : index;
};

/** A rule may add a character after its key: `validation.printable:字`. */
function splitKey(message: string): [key: string, character: string] {
  const colon = message.indexOf(':');
  return colon === -1 ? [message, ''] : [message.slice(0, colon), message.slice(colon + 1)];
}

/** Returns one problem for each field. `code` is the i18n key, and `message` is the text of the key. */
export function fieldProblems(
  failures: readonly ConstraintFailure[],
  language: Language,
  path = '',
): FieldProblem[] {
  return failures.flatMap((failure) => {
    const field = `${path}${failure.property}`;
    const inner = fieldProblems(failure.children ?? [], language, `${field}.`);
    const [name, message] =
      Object.entries(failure.constraints ?? {}).sort(([a], [b]) => rank(a) - rank(b))[0] ?? [];
    if (name === undefined || message === undefined) return inner;
    const [key, character] = splitKey(message);
    const code =
      name === 'whitelistValidation' ? 'validation.unknown' : isKey(key) ? key : 'validation.invalid';
    return [{ field, code, message: validationMessage(code, language, character) }, ...inner];
  });
}
