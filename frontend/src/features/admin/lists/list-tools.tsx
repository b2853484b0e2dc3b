import type { ReactNode } from 'react';
import { Select } from '../../../components/select.js';
import { SearchField } from './search-field.js';
import type { SearchedList } from './use-searched-list.js';

export interface ListToolsProps<Status extends string> {
  readonly list: SearchedList<Status>;
  readonly words: Readonly<Record<'search' | 'searchHint' | 'filter' | 'anyStatus', string>>;
  readonly statusWords: Readonly<Record<Status, string>>;
  /** Further tools, shown after the search field and the filter. */
  readonly children?: ReactNode;
}

/** Search field and status filter of a list. */
export function ListTools<Status extends string>({
  list: { request, statuses, onSearch, onStatus },
  words,
  statusWords,
  children,
}: ListToolsProps<Status>) {
  return (
    <div className="list-tools">
      <SearchField
        label={words.search}
        placeholder={words.searchHint}
        value={request.search}
        onSearch={onSearch}
      />
      <Select
        aria-label={words.filter}
        value={request.status ?? ''}
        onChange={({ target }) => onStatus(target.value)}
      >
        <option value="">{words.anyStatus}</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {statusWords[status]}
          </option>
        ))}
      </Select>
      {children}
    </div>
  );
}
