import type { PageRange } from './list-marks.js';

/** The parameters of a list that is shown in pages. */
export interface ListQuery<State> {
  /** Counted from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly search: string | undefined;
  readonly status: State | undefined;
}

export const pageRangeOf = ({ page, pageSize }: Pick<ListQuery<never>, 'page' | 'pageSize'>): PageRange => ({
  offset: (page - 1) * pageSize,
  limit: pageSize,
});
