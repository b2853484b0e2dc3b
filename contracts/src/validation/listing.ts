import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { SEARCH_MAX } from '../limits.js';
import { ONE_LINE } from './lines.js';
import { IsSearchText, withMessage, TrimmedOrAbsent } from './rules.js';
import { WholeNumberOrAbsent } from './whole-number.js';

const PAGE_SIZE_MAX = 100;
/** A page number that is higher than anybody would ever need. */
const PAGE_MAX = 1_000_000;

/** The query of a list with pages. Each list sets its own number of rows per page. */
export abstract class PageQuery {
  /** Counted from 1. */
  @WholeNumberOrAbsent(1, PAGE_MAX)
  page: number = 1;

  /** Number of rows on a page. */
  @WholeNumberOrAbsent(1, PAGE_SIZE_MAX)
  pageSize: number;
}

/** The query of a list that can also be searched. */
export abstract class SearchPageQuery extends PageQuery {
  /** The text to search for. If the text is blank, all rows match (rule:search-on-encrypted-data). */
  @TrimmedOrAbsent(SEARCH_MAX)
  @IsOptional()
  @IsString(withMessage('validation.text'))
  @MaxLength(SEARCH_MAX, withMessage('validation.search.max'))
  @Matches(ONE_LINE, withMessage('validation.oneLine'))
  @IsSearchText(SEARCH_MAX)
  search?: string;
}
