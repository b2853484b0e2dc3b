import { Transform } from 'class-transformer';
import { isEmail, type ValidationArguments, ValidateBy } from 'class-validator';
import { PENALTY_PRESETS, type PenaltyClause } from '../enums.js';
import { PENALTY_CUSTOM_MAX, PENALTY_CUSTOM_MIN } from '../limits.js';
import type { ValidationKey } from '../validation-messages.js';

/** What a rule says where it is broken. */
export const says = (message: ValidationKey): { message: ValidationKey } => ({ message });

/** No control characters, no line or paragraph separators, no halves of characters (rule:one-line-fields). */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;
/** As ONE_LINE, but line breaks and tabs may stand. */
export const MANY_LINES = /^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u;
export const SHA256_HEX = /^[0-9a-f]{64}$/;

/**
 * What pasting from websites and word processors leaves behind: soft hyphens, zero-width spaces, word
 * joiners, byte order marks.
 */
const LEFTOVERS = /[\u00ad\u200b\u2060\ufeff]/g;

/**
 * A text as it is counted, hashed and shown, whichever system it was typed on: accents composed, one
 * character per line break, without invisible leftovers; the narrow no-break space and the no-break hyphen
 * become their common sisters.
 */
export const normalized = (value: string): string =>
  value
    .replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n')
    .replaceAll(LEFTOVERS, '')
    .replaceAll('\u202f', '\u00a0')
    .replaceAll('\u2011', '-')
    .normalize('NFC')
    .trim();

/** Trims before anything is counted; what is no text is left for the rules to refuse. */
export const Trimmed = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normalized(value) : value));

/** As Trimmed, and an empty text or null counts as absent. */
export const TrimmedOrAbsent = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => {
    if (value === null) return undefined;
    return typeof value === 'string' ? normalized(value) || undefined : value;
  });

export const UpperCased = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.trim().toUpperCase() : value,
  );

const CUSTOM = /^custom:([1-9]\d{0,15})$/;

/** Whole EUR of a `custom:<n>` clause, or null when it is a preset or no valid clause. */
export function customPenaltyAmount(clause: unknown): number | null {
  const digits = typeof clause === 'string' ? CUSTOM.exec(clause)?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
}

export function isPenaltyClause(value: unknown): value is PenaltyClause {
  if ((PENALTY_PRESETS as readonly unknown[]).includes(value)) return true;
  const amount = customPenaltyAmount(value);
  return amount !== null && amount >= PENALTY_CUSTOM_MIN && amount <= PENALTY_CUSTOM_MAX;
}

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

/**
 * An address of the form name@host. The check behind it throws on halves of characters, so these are looked
 * for first.
 */
export const IsEmailAddress = (): PropertyDecorator =>
  ValidateBy({
    name: 'isEmail',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && ONE_LINE.test(value) && isEmail(value),
      defaultMessage: (): ValidationKey => 'validation.email',
    },
  });
