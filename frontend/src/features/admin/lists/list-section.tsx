import type { SearchPage } from '@siegel/contracts/admin/views';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/button.js';
import { EmptyState } from '../../../components/empty-state.js';
import { Pager } from '../../../components/pager.js';
import type { SkeletonLine } from '../../../components/skeleton.js';
import { Block } from '../page/block.js';
import { Loaded } from '../page/loaded.js';
import { useLastPage } from './pages.js';
import type { SearchedList } from './use-searched-list.js';

type Word =
  | 'title'
  | 'failed'
  | 'empty'
  | 'emptyText'
  | 'noneFound'
  | 'noneFoundText'
  | 'showAll'
  | 'pageEmpty';
type Words = Readonly<Record<Word, string>>;

export interface ListSectionProps<Row> {
  /** Id of the heading. */
  readonly id: string;
  readonly words: Words;
  readonly list: SearchedList<string>;
  readonly query: UseQueryResult<SearchPage<Row>>;
  /** Shape of the skeleton while the rows load. */
  readonly lines: readonly SkeletonLine[];
  readonly tools: ReactNode;
  /** Renders the table. Called with at least one row. */
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list with its heading, its tools and its pages. An empty list says why it is empty. */
export function ListSection<Row>({ id, words, list, query, lines, tools, children }: ListSectionProps<Row>) {
  useLastPage(query.data, list.request.page, list.onPage);
  return (
    <Block id={id} title={words.title}>
      {tools}
      <Loaded query={query} failed={words.failed} lines={lines}>
        {(found) =>
          found.total === 0 ? (
            <NoRow words={words} list={list} />
          ) : (
            <>
              {found.items.length === 0 ? (
                <p className="text-soft">{words.pageEmpty}</p>
              ) : (
                children(found.items)
              )}
              <FoundPager found={found} list={list} />
            </>
          )
        }
      </Loaded>
    </Block>
  );
}

function NoRow({ words, list }: { words: Words; list: SearchedList<string> }) {
  if (!list.isFiltered)
    return (
      <EmptyState title={words.empty} action={null}>
        {words.emptyText}
      </EmptyState>
    );
  return (
    <EmptyState
      title={words.noneFound}
      action={
        <Button size="sm" onClick={list.showAll}>
          {words.showAll}
        </Button>
      }
    >
      {words.noneFoundText}
    </EmptyState>
  );
}

/** Buttons that lead to the other pages of the search result. */
export function FoundPager({ found, list }: { found: SearchPage<unknown>; list: SearchedList<string> }) {
  const { page, pageSize, total, totalIsEstimate } = found;
  return (
    <Pager page={page} pageSize={pageSize} total={total} isEstimate={totalIsEstimate} onPage={list.onPage} />
  );
}
