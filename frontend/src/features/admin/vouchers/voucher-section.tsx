import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus';
import type { SearchPage, VoucherView } from '@siegel/contracts/admin/views';
import { VOUCHER_PAGE_SIZE } from '@siegel/contracts/limits';
import { lazy, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { EmptyState } from '../../../components/empty-state.js';
import { OnDemand } from '../../../components/on-demand.js';
import { Pager } from '../../../components/pager.js';
import { pageIn, useLastPage } from '../lists/pages.js';
import { Loaded } from '../page/loaded.js';
import type { Address } from '../page/use-address.js';
import { VoucherTable } from './voucher-table.js';
import { VoucherTools } from './voucher-tools.js';
import { STATES, useVouchers, type VouchersAsked } from './vouchers.js';

const GenerateDialog = lazy(async () => ({ default: (await import('./generate-dialog.js')).GenerateDialog }));

const askedIn = ({ params, kept }: Address): VouchersAsked => ({
  page: pageIn(params.get('voucherPage')),
  status: STATES.find((one) => one === params.get('voucherStatus')),
  search: kept['voucherSearch'] ?? '',
});

/** Generate, look for, list five a page, edit, copy, delete. */
export function VoucherSection({ address }: { address: Address }) {
  const { t } = useTranslation('admin');
  const { change } = address;
  const asked = askedIn(address);
  const query = useVouchers(asked);
  const onPage = useCallback(
    (page: number) => change({ voucherPage: page === 1 ? null : String(page) }),
    [change],
  );
  useLastPage(query.data, asked.page, onPage);
  const isFiltered = asked.search !== '' || asked.status !== undefined;
  const isEmpty = query.data?.total === 0 && !isFiltered;
  const showAll = () =>
    change({ voucherPage: null, voucherStatus: null }, { ...address.kept, voucherSearch: '' });
  const generate = <GenerateButton onGenerated={showAll} />;
  return (
    <section aria-labelledby="vouchers">
      <div className="admin-block-header">
        <h2 id="vouchers">{t('vouchers.title')}</h2>
        {!isEmpty && generate}
      </div>
      {!isEmpty && <VoucherTools address={address} asked={asked} />}
      <Loaded
        query={query}
        failed={t('vouchers.loadFailed')}
        lines={['full', 'full', 'full', 'full', 'full']}
      >
        {(found) =>
          isEmpty ? (
            <EmptyState title={t('vouchers.empty')} action={generate}>
              {t('vouchers.emptyText')}
            </EmptyState>
          ) : (
            <Found found={found} onPage={onPage} onShowAll={showAll} />
          )
        }
      </Loaded>
    </section>
  );
}

interface FoundProps {
  readonly found: SearchPage<VoucherView>;
  readonly onPage: (page: number) => void;
  readonly onShowAll: () => void;
}

function Found({ found, onPage, onShowAll }: FoundProps) {
  const { t } = useTranslation('admin');
  if (found.total === 0)
    return (
      <p className="list-none">
        {t('vouchers.noneFound')}{' '}
        <Button variant="text" size="sm" onClick={onShowAll}>
          {t('vouchers.showAll')}
        </Button>
      </p>
    );
  return (
    <>
      <VoucherTable vouchers={found.items} />
      <Pager
        page={found.page}
        pageSize={VOUCHER_PAGE_SIZE}
        total={found.total}
        isEstimate={found.totalIsEstimate}
        onPage={onPage}
      />
    </>
  );
}

function GenerateButton({ onGenerated }: { onGenerated: () => void }) {
  const { t } = useTranslation('admin');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        <PlusIcon size={18} aria-hidden="true" />
        {t('vouchers.generate')}
      </Button>
      <OnDemand open={isAsking}>
        {isAsking && <GenerateDialog onClose={() => setAsking(false)} onGenerated={onGenerated} />}
      </OnDemand>
    </>
  );
}
