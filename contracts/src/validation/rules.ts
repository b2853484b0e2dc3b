import { Transform } from 'class-transformer';
import { isEmail, type ValidationArguments, ValidateBy } from 'class-validator';
import { lengthOfSearch } from '../admin/search-text.js';
import { asciiAddress } from '../email-address.js';
import { SEARCH_MIN } from '../limits.js';
import { customPenaltyAmount, isPenaltyClause } from '../nda/penalty.js';
import type { ValidationKey } from '../validation-messages.js';
import { isDay } from '../analytics/days.js';
import { ONE_LINE } from './lines.js';
import { normalized, normalizedAddress } from './normalized.js';
import { firstUnprintable } from './printable.js';

/** Returns the option that sets the message of a validation rule. */
export const withMessage = (message: ValidationKey): { message: ValidationKey } => ({ message });

export const SHA256_HEX = /^[0-9a-f]{64}$/;

/**
 * Returns the maximum length of a received text that is prepared for a field with a limit of `max`
 * characters. The result is greater than `max`, because blanks may be trimmed, a letter may be written as
 * three characters, and a line break as two. A longer text is not prepared, because the time for preparing a
 * text grows with its length.
 */
const longestPrepared = (max: number): number => 3 * max + 1000;

/**
 * Prepares a text with `change`. Returns the value unchanged if it is not a text, or if it is too long to
 * meet the limit even after preparation. The field's rules refuse such a value.
 */
const prepare = (value: unknown, max: number, change: (text: string) => unknown): unknown =>
  typeof value === 'string' && value.length <= longestPrepared(max) ? change(value) : value;

/**
 * Trims a text before the rules count its characters.
 * @param max the greatest length that the field's rules allow
 */
export const Trimmed = (max: number): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => prepare(value, max, normalized));

/** Like Trimmed, for an e-mail address. */
export const TrimmedAddress = (max: number): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => prepare(value, max, normalizedAddress));

/** Like Trimmed, but turns an empty text or null into undefined. */
export const TrimmedOrAbsent = (max: number): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    value === null ? undefined : prepare(value, max, (text) => normalized(text) || undefined),
  );

export const UpperCased = (max: number): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => prepare(value, max, (text) => text.trim().toUpperCase()));

function penaltyMessage({ value }: ValidationArguments): ValidationKey {
  if (typeof value !== 'string' || !value.startsWith('custom:')) return 'validation.penaltyClause';
  return customPenaltyAmount(value) === null ? 'validation.penaltyAmount' : 'validation.penaltyAmount.max';
}

/**
 * Accepts a preset, or `custom:<n>` where n is a whole number of EUR from 1 to 10 000 000
 * (rule:penalty-in-whole-euros).
 */
export const IsPenaltyClause = (): PropertyDecorator =>
  ValidateBy({
    name: 'isPenaltyClause',
    validator: {
      validate: isPenaltyClause,
      defaultMessage: (args) => (args ? penaltyMessage(args) : 'validation.penaltyClause'),
    },
  });

const NO_DAY: ValidationKey = 'validation.day';

/** Accepts a calendar day, `YYYY-MM-DD`. */
export const IsDay = (): PropertyDecorator =>
  ValidateBy({ name: 'isDay', validator: { validate: isDay, defaultMessage: () => NO_DAY } });

/**
 * Maximum length of an address (RFC 5321, section 4.5.3.1): 64 characters before the @ and 255 characters
 * after it.
 */
const EMAIL_LENGTH = 320;

/** Maximum length of one part of a host name, in ASCII (RFC 1035, section 2.3.4). */
const LABEL_LENGTH = 63;
const partsOfHost = (address: string): readonly string[] =>
  address.slice(address.lastIndexOf('@') + 1).split('.');

/**
 * Returns the reason why a value is not an address of the form name@host to which mail can be sent. Refuses
 * lone surrogates and long texts before it calls `isEmail`, because `isEmail` throws on lone surrogates and
 * is slow on long texts.
 */
function problemOfAddress(value: unknown, max: number): ValidationKey | undefined {
  if (typeof value !== 'string' || value.length > EMAIL_LENGTH || !ONE_LINE.test(value) || !isEmail(value))
    return 'validation.email';
  if (!/^\p{ASCII}*@[^@]*$/u.test(value)) return 'validation.email.letters';
  const ascii = asciiAddress(value);
  if (ascii === undefined || partsOfHost(ascii).some(({ length }) => length > LABEL_LENGTH))
    return 'validation.email';
  return value.length <= max && ascii.length > max ? 'validation.email.ascii' : undefined;
}

/**
 * Accepts an address that mail servers accept (rule:addresses-of-mail).
 * @param max the greatest length of the address in ASCII. Another rule of the field limits the length of the
 * typed text.
 */
export const IsEmailAddress = (max: number): PropertyDecorator =>
  ValidateBy({
    name: 'isEmail',
    validator: {
      validate: (value: unknown) => problemOfAddress(value, max) === undefined,
      defaultMessage: (args) => problemOfAddress(args?.value, max) ?? 'validation.email',
    },
  });

const PRINTABLE: ValidationKey = 'validation.printable';

/**
 * Accepts a text if the document's fonts have a glyph for every character. Other characters are refused on
 * entry, so that the document never has a gap. The message contains the refused character.
 */
export const Printable = (): PropertyDecorator =>
  ValidateBy({
    name: 'printable',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || firstUnprintable(value) === undefined,
      defaultMessage: (args) =>
        `${PRINTABLE}:${typeof args?.value === 'string' ? (firstUnprintable(args.value) ?? '') : ''}`,
    },
  });

/**
 * Accepts a text that is long enough for a search (rule:search-on-encrypted-data). Also accepts a text that
 * is too long, without folding it, because another rule refuses such a text.
 */
export const IsSearchText = (max: number): PropertyDecorator =>
  ValidateBy({
    name: 'isSearchText',
    validator: {
      validate: (value: unknown) =>
        typeof value !== 'string' ||
        value.length > max ||
        Math.min(Array.from(value).length, lengthOfSearch(value)) >= SEARCH_MIN,
      defaultMessage: () => 'validation.search.min' satisfies ValidationKey,
    },
  });
