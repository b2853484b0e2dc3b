import type { SearchPage } from '@siegel/contracts/admin/views';
import type { AuditedNdaView } from '@siegel/contracts/audit/views';
import { NDA_PAGE_SIZE } from '@siegel/contracts/limits';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { EmptyState } from '../../../components/empty-state.js';
import { Pager } from '../../../components/pager.js';
import { Select } from '../../../components/select.js';
import { pageIn, useLastPage } from '../lists/pages.js';
import { SearchField } from '../lists/search-field.js';
import { STATUSES } from '../ndas/nda-standing.js';
import { Loaded } from '../page/loaded.js';
import type { Address } from '../page/use-address.js';
import { HistoryTable } from './history-table.js';
import { type HistoriesAsked, useHistories } from './replay.js';

const STATES = [...STATUSES, 'erased'] as const;

const askedIn = ({ params, kept }: Address): HistoriesAsked => ({
  page: pageIn(params.get('page')),
  status: STATES.find((one) => one === params.get('status')),
  search: kept['search'] ?? '',
});

/** Every NDA's history there ever was, twenty a page, erased ones too. */
export function HistorySection({ address }: { address: Address }) {
  const { t } = useTranslation('replay');
  const { change } = address;
  const asked = askedIn(address);
  const query = useHistories(asked);
  const onPage = useCallback((page: number) => change({ page: page === 1 ? null : String(page) }), [change]);
  useLastPage(query.data, asked.page, onPage);
  return (
    <section aria-labelledby="histories">
      <div className="admin-block-header">
        <h2 id="histories">{t('list.title')}</h2>
      </div>
      <Tools address={address} asked={asked} />
      <Loaded query={query} failed={t('list.failed')} lines={['full', 'full', 'full', 'full', 'full']}>
        {(found) => <Found found={found} asked={asked} address={address} onPage={onPage} />}
      </Loaded>
    </section>
  );
}

function Tools({ address, asked }: { address: Address; asked: HistoriesAsked }) {
  const { t } = useTranslation('replay');
  const { t: ofOffice } = useTranslation('admin');
  const { change, kept } = address;
  const onSearch = useCallback(
    (search: string) => change({ page: null }, { ...kept, search }),
    [change, kept],
  );
  return (
    <div className="list-tools">
      <SearchField
        label={t('list.search')}
        placeholder={t('list.searchHint')}
        value={asked.search}
        onSearch={onSearch}
      />
      <Select
        aria-label={t('list.filter')}
        value={asked.status ?? ''}
        onChange={({ target }) => change({ page: null, status: target.value === '' ? null : target.value })}
      >
        <option value="">{t('list.anyStatus')}</option>
        {STATES.map((status) => (
          <option key={status} value={status}>
            {status === 'erased' ? t('list.erased') : ofOffice(`ndas.statuses.${status}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface FoundProps {
  readonly found: SearchPage<AuditedNdaView>;
  readonly asked: HistoriesAsked;
  readonly address: Address;
  readonly onPage: (page: number) => void;
}

function Found({ found, asked, address, onPage }: FoundProps) {
  const { t } = useTranslation('replay');
  const isFiltered = asked.search !== '' || asked.status !== undefined;
  if (found.total === 0 && !isFiltered)
    return (
      <EmptyState title={t('list.empty')} action={null}>
        {t('list.emptyText')}
      </EmptyState>
    );
  if (found.total === 0) {
    const showAll = () => address.change({ status: null, page: null }, { ...address.kept, search: '' });
    return (
      <EmptyState
        title={t('list.noneFound')}
        action={
          <Button size="sm" onClick={showAll}>
            {t('list.showAll')}
          </Button>
        }
      >
        {t('list.noneFoundText')}
      </EmptyState>
    );
  }
  return (
    <>
      {found.items.length === 0 && <p className="text-soft">{t('list.pageEmpty')}</p>}
      {found.items.length > 0 && <HistoryTable items={found.items} />}
      <Pager
        page={found.page}
        pageSize={NDA_PAGE_SIZE}
        total={found.total}
        isEstimate={found.totalIsEstimate}
        onPage={onPage}
      />
    </>
  );
}
