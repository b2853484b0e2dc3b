import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import {
  Printable,
  IsEmailAddress,
  withMessage,
  Trimmed,
  TrimmedAddress,
  TrimmedOrAbsent,
} from '../validation/rules.js';
import { MANY_LINES, ONE_LINE } from '../validation/lines.js';
import { TERM_FIELDS, type TextTerm } from './term-fields.js';

function rulesOf(field: (typeof TERM_FIELDS)[TextTerm]): readonly PropertyDecorator[] {
  const max = MaxLength(field.max, withMessage(`validation.${field.words}.max`));
  if (field.form === 'email') return [TrimmedAddress(field.max), IsEmailAddress(field.max), Printable(), max];
  const characters =
    field.form === 'line'
      ? Matches(ONE_LINE, withMessage('validation.oneLine'))
      : Matches(MANY_LINES, withMessage('validation.characters'));
  if ('optional' in field)
    return [
      TrimmedOrAbsent(field.max),
      IsOptional(),
      IsString(withMessage('validation.text')),
      max,
      characters,
      Printable(),
    ];
  const tooShort = withMessage(`validation.${field.words}.min`);
  return [
    Trimmed(field.max),
    IsString(tooShort),
    MinLength(field.min, tooShort),
    max,
    characters,
    Printable(),
  ];
}

/**
 * Decorator that applies all rules for a text of the terms (rule:lengths-of-fields). The decorated property
 * must have the name of the field.
 */
export function TermText(target: object, name: TextTerm): void {
  for (const rule of rulesOf(TERM_FIELDS[name])) rule(target, name);
}
