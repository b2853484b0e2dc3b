import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { SEARCH_MAX } from '../limits.js';
import { ONE_LINE } from './lines.js';
import { IsSearchText, says, TrimmedOrAbsent } from './rules.js';

const PAGE_SIZE_MAX = 100;
/** Beyond any list that a person pages through. */
const PAGE_MAX = 1_000_000;

/** As if each stood above the property. */
const all =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, name) =>
    [...decorators].reverse().forEach((decorate) => decorate(target, name));

const wholeNumber = (most: number): PropertyDecorator =>
  all(
    IsOptional(),
    Type(() => Number),
    IsInt(says('validation.invalid')),
    Min(1, says('validation.invalid')),
    Max(most, says('validation.invalid')),
  );

/** Of a list, from 1. */
export const IsPage = (): PropertyDecorator => wholeNumber(PAGE_MAX);

/** Rows of a page. */
export const IsPageSize = (): PropertyDecorator => wholeNumber(PAGE_SIZE_MAX);

/** What is looked for in a list; nothing where it is blank (rule:search-on-encrypted-data). */
export const IsSearch = (): PropertyDecorator =>
  all(
    TrimmedOrAbsent(SEARCH_MAX),
    IsOptional(),
    IsString(says('validation.text')),
    MaxLength(SEARCH_MAX, says('validation.search.max')),
    Matches(ONE_LINE, says('validation.oneLine')),
    IsSearchText(SEARCH_MAX),
  );
