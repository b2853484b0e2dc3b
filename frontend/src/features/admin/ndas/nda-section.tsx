import type { NdaListItem, SearchPage } from '@siegel/contracts/admin/views';
import { NDA_PAGE_SIZE } from '@siegel/contracts/limits';
import { lazy, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { EmptyState } from '../../../components/empty-state.js';
import { OnDemand } from '../../../components/on-demand.js';
import { Pager } from '../../../components/pager.js';
import { pageIn, useLastPage } from '../lists/pages.js';
import { Loaded } from '../page/loaded.js';
import type { Address } from '../page/use-address.js';
import { NdaTable } from './nda-table.js';
import { NdaTools } from './nda-tools.js';
import { NDA_SORTS, type NdasAsked, useForgetNda, useNdas } from './ndas.js';
import { useErasing } from './use-erasing.js';
import { STATUSES } from './nda-standing.js';

const EraseDialog = lazy(async () => ({ default: (await import('./erase-dialog.js')).EraseDialog }));

/** The page, filter and order of the address, and the search that is kept beside it. */
const askedIn = ({ params, kept }: Address): NdasAsked => ({
  page: pageIn(params.get('page')),
  status: STATUSES.find((one) => one === params.get('status')),
  sort: NDA_SORTS.find((one) => one === params.get('sort')) ?? '-created',
  search: kept['search'] ?? '',
});

/** Every NDA that is neither discarded nor erased, twenty a page. */
export function NdaSection({ address }: { address: Address }) {
  const { t } = useTranslation('admin');
  const { change } = address;
  const asked = askedIn(address);
  const query = useNdas(asked);
  const onPage = useCallback((page: number) => change({ page: page === 1 ? null : String(page) }), [change]);
  useLastPage(query.data, asked.page, onPage);
  return (
    <section aria-labelledby="ndas">
      <div className="admin-block-header">
        <h2 id="ndas">{t('ndas.title')}</h2>
      </div>
      <NdaTools address={address} asked={asked} />
      <Loaded
        query={query}
        failed={t('ndas.failed')}
        lines={['full', 'full', 'full', 'full', 'full', 'full']}
      >
        {(found) => <Found found={found} asked={asked} address={address} onPage={onPage} />}
      </Loaded>
    </section>
  );
}

interface FoundProps {
  readonly found: SearchPage<NdaListItem>;
  readonly asked: NdasAsked;
  readonly address: Address;
  readonly onPage: (page: number) => void;
}

function Found({ found, asked, address, onPage }: FoundProps) {
  const { t } = useTranslation('admin');
  const [erasing, addErasing] = useErasing();
  const [asking, setAsking] = useState<NdaListItem>();
  const forget = useForgetNda();
  const isFiltered = asked.search !== '' || asked.status !== undefined;
  if (found.total === 0 && !isFiltered)
    return (
      <EmptyState title={t('ndas.empty')} action={null}>
        {t('ndas.emptyText')}
      </EmptyState>
    );
  if (found.total === 0)
    return (
      <EmptyState
        title={t('ndas.noneFound')}
        action={
          <Button
            size="sm"
            onClick={() => address.change({ status: null, page: null }, { ...address.kept, search: '' })}
          >
            {t('ndas.showAll')}
          </Button>
        }
      >
        {t('ndas.noneFoundText')}
      </EmptyState>
    );
  return (
    <>
      {found.items.length === 0 && <p className="text-soft">{t('ndas.pageEmpty')}</p>}
      {found.items.length > 0 && (
        <NdaTable items={found.items} sort={asked.sort} erasing={erasing} onErase={setAsking} />
      )}
      <Pager
        page={found.page}
        pageSize={NDA_PAGE_SIZE}
        total={found.total}
        isEstimate={found.totalIsEstimate}
        onPage={onPage}
      />
      <OnDemand open={asking !== undefined}>
        {asking !== undefined && (
          <EraseDialog
            nda={found.items.find(({ id }) => id === asking.id) ?? asking}
            onClose={() => setAsking(undefined)}
            onErased={(fate) => {
              setAsking(undefined);
              if (fate === 'erasing') addErasing(asking.id);
              else forget(asking.id);
            }}
          />
        )}
      </OnDemand>
    </>
  );
}
