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

/** What a rule says where it is broken. */
export const says = (message: ValidationKey): { message: ValidationKey } => ({ message });

export const SHA256_HEX = /^[0-9a-f]{64}$/;

/**
 * A text may come in so much longer than its limit: what is trimmed, letters written as three, line breaks as
 * two. Beyond that it is not touched: whatever is done to a text costs the more, the longer it is.
 */
const comesInAt = (max: number): number => 3 * max + 1000;

/** What is no text, or one that is too long however it is prepared, is left for the rules to refuse. */
const prepare = (value: unknown, max: number, how: (text: string) => unknown): unknown =>
  typeof value === 'string' && value.length <= comesInAt(max) ? how(value) : value;

/** Trims before anything is counted. @param max the longest that the field's rules allow */
export const Trimmed = (max: number): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => prepare(value, max, normalized));

/** As Trimmed, of an address of mail. */
export const TrimmedAddress = (max: number): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => prepare(value, max, normalizedAddress));

/** As Trimmed, and an empty text or null counts as absent. */
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

/** A preset or `custom:<n>`, 1 to 10 000 000 whole EUR (rule:penalty-in-whole-euros). */
export const IsPenaltyClause = (): PropertyDecorator =>
  ValidateBy({
    name: 'isPenaltyClause',
    validator: {
      validate: isPenaltyClause,
      defaultMessage: (args) => (args ? penaltyMessage(args) : 'validation.penaltyClause'),
    },
  });

const NO_DAY: ValidationKey = 'validation.day';

/** A day of the calendar, `YYYY-MM-DD`. */
export const IsDay = (): PropertyDecorator =>
  ValidateBy({ name: 'isDay', validator: { validate: isDay, defaultMessage: () => NO_DAY } });

/** RFC 5321, section 4.5.3.1: 64 before the @, 255 behind it. */
const EMAIL_LENGTH = 320;

/** Of one part of a host name, in ASCII (RFC 1035, section 2.3.4). */
const LABEL_LENGTH = 63;
const partsOfHost = (address: string): readonly string[] =>
  address.slice(address.lastIndexOf('@') + 1).split('.');

/**
 * What keeps a value from being an address of the form name@host to which mail can be sent. The check behind it
 * throws on halves of characters and is slow on long texts, so both are looked for first.
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
 * An address that mail servers know (rule:addresses-of-mail).
 * @param max characters of the form in which they know it; of what was typed the field's own rule speaks
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
 * Every character has a glyph in the document's fonts: refused at entry, never a hole on paper. The message
 * carries the character.
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
 * Long enough to be looked for (rule:search-on-encrypted-data). One that is too long is left for its own rule to
 * refuse, and is not folded.
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
