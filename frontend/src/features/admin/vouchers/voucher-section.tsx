import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus';
import type { SearchPage, VoucherView } from '@siegel/contracts/admin/views';
import type { VoucherState } from '@siegel/contracts/enums';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { EmptyState } from '../../../components/empty-state.js';
import { OnDemand } from '../../../components/on-demand.js';
import { useTexts } from '../../../lib/use-texts.js';
import { FoundPager } from '../lists/list-section.js';
import { ListTools } from '../lists/list-tools.js';
import { useLastPage } from '../lists/pages.js';
import { type ListNames, type SearchedList, useSearchedList } from '../lists/use-searched-list.js';
import { Block } from '../page/block.js';
import { Loaded } from '../page/loaded.js';
import type { Address } from '../page/use-address.js';
import { VoucherTable } from './voucher-table.js';
import { STATES, useVouchers } from './vouchers.js';

const GenerateDialog = lazy(async () => ({ default: (await import('./generate-dialog.js')).GenerateDialog }));

/**
 * Names under which this list stores its state. They differ from the names that the list of agreements uses,
 * because both lists are on the same page.
 */
const NAMES: ListNames = { page: 'voucherPage', status: 'voucherStatus', search: 'voucherSearch' };

/** The vouchers, five per page, with actions: generate, search, copy, edit and delete. */
export function VoucherSection({ address }: { address: Address }) {
  const words = useTexts('admin', 'vouchers');
  const list = useSearchedList(address, STATES, NAMES);
  const query = useVouchers(list.request);
  useLastPage(query.data, list.request.page, list.onPage);
  const isEmpty = query.data?.total === 0 && !list.isFiltered;
  const generate = <GenerateButton onGenerated={list.showAll} />;
  return (
    <Block id="vouchers" title={words.title} aside={!isEmpty && generate}>
      {!isEmpty && <ListTools list={list} words={words} statusWords={words.states} />}
      <Loaded query={query} failed={words.failed} lines={['full', 'full', 'full', 'full', 'full']}>
        {(found) =>
          isEmpty ? (
            <EmptyState title={words.empty} action={generate}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <FoundVouchers found={found} list={list} />
          )
        }
      </Loaded>
    </Block>
  );
}

interface FoundVouchersProps {
  readonly found: SearchPage<VoucherView>;
  readonly list: SearchedList<VoucherState>;
}

function FoundVouchers({ found, list }: FoundVouchersProps) {
  const { t } = useTranslation('admin');
  if (found.total === 0)
    return (
      <p className="list-none">
        {t('vouchers.noneFound')}{' '}
        <Button variant="text" size="sm" onClick={list.showAll}>
          {t('vouchers.showAll')}
        </Button>
      </p>
    );
  return (
    <>
      <VoucherTable vouchers={found.items} />
      <FoundPager found={found} list={list} />
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
