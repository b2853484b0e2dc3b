import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import type { ValidationKey } from '../validation-messages.js';

const INVALID: { message: ValidationKey } = { message: 'validation.invalid' };

/** Decorates an optional whole number in a query string. */
export const WholeNumberOrAbsent =
  (least: number, most: number): PropertyDecorator =>
  (target, name) =>
    [Max(most, INVALID), Min(least, INVALID), IsInt(INVALID), Type(() => Number), IsOptional()].forEach(
      (decorate) => decorate(target, name),
    );
