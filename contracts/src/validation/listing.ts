import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { SEARCH_MAX } from '../limits.js';
import { ONE_LINE } from './lines.js';
import { IsSearchText, says, TrimmedOrAbsent } from './rules.js';
import { WholeNumberOrAbsent } from './whole-number.js';

const PAGE_SIZE_MAX = 100;
/** Beyond any list that a person pages through. */
const PAGE_MAX = 1_000_000;

/** The query of a list that is read page by page. Each list says how many rows a page has. */
export abstract class PageQuery {
  /** From 1. */
  @WholeNumberOrAbsent(1, PAGE_MAX)
  page: number = 1;

  /** Rows of a page. */
  @WholeNumberOrAbsent(1, PAGE_SIZE_MAX)
  pageSize: number;
}

/** The query of a list that is searched too. */
export abstract class SearchPageQuery extends PageQuery {
  /** Text to look for; all rows are meant where it is blank (rule:search-on-encrypted-data). */
  @TrimmedOrAbsent(SEARCH_MAX)
  @IsOptional()
  @IsString(says('validation.text'))
  @MaxLength(SEARCH_MAX, says('validation.search.max'))
  @Matches(ONE_LINE, says('validation.oneLine'))
  @IsSearchText(SEARCH_MAX)
  search?: string;
}
