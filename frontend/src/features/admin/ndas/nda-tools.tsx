import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../components/select.js';
import { SearchField } from '../lists/search-field.js';
import type { Address } from '../page/use-address.js';
import { NDA_SORTS, type NdasAsked } from './ndas.js';
import { STATUSES } from './nda-standing.js';

/** Search, state and order. A new question begins on its first page. */
export function NdaTools({ address, asked }: { address: Address; asked: NdasAsked }) {
  const { t } = useTranslation('admin');
  const { change, kept } = address;
  const onSearch = useCallback(
    (search: string) => change({ page: null }, { ...kept, search }),
    [change, kept],
  );
  return (
    <div className="list-tools">
      <SearchField
        label={t('ndas.search')}
        placeholder={t('ndas.searchHint')}
        value={asked.search}
        onSearch={onSearch}
      />
      <Select
        aria-label={t('ndas.filter')}
        value={asked.status ?? ''}
        onChange={({ target }) => change({ page: null, status: target.value === '' ? null : target.value })}
      >
        <option value="">{t('ndas.anyStatus')}</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {t(`ndas.statuses.${status}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('ndas.sort')}
        value={asked.sort}
        onChange={({ target }) =>
          change({ page: null, sort: target.value === '-created' ? null : target.value })
        }
      >
        {NDA_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {t(sort === 'created' ? 'ndas.oldestFirst' : 'ndas.newestFirst')}
          </option>
        ))}
      </Select>
    </div>
  );
}
