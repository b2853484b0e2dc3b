import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus';
import { VOUCHER_PAGE_SIZE } from '@siegel/contracts/limits';
import type { Page, VoucherView } from '@siegel/contracts/admin/views';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { EmptyState } from '../../components/empty-state.js';
import { Notice } from '../../components/notice.js';
import { Pager } from '../../components/pager.js';
import { Skeleton } from '../../components/skeleton.js';
import { useToast } from '../../components/use-toast.js';
import { userMessage } from '../../lib/api-error.js';
import { copyText } from '../../lib/clipboard.js';
import { VoucherTable } from './voucher-table.js';
import { useGenerateVoucher, useVouchers } from './vouchers.js';

/** Generate, list five a page, edit, copy, delete. */
export function VoucherSection() {
  const { t } = useTranslation(['admin', 'common']);
  const [page, setPage] = useState(1);
  const vouchers = useVouchers(page);
  useLastPage(vouchers.data, page, setPage);
  const generate = <GenerateButton onGenerated={() => setPage(1)} />;
  const isEmpty = vouchers.data?.total === 0;
  return (
    <section aria-labelledby="vouchers">
      <div className="admin-block-header">
        <h2 id="vouchers">{t('vouchers.title')}</h2>
        {!isEmpty && generate}
      </div>
      {vouchers.isPending && <Skeleton lines={['full', 'full', 'full', 'full', 'full']} />}
      {vouchers.isError && (
        <Notice
          tone="bad"
          title={t('vouchers.loadFailed')}
          action={
            <Button size="sm" onClick={() => void vouchers.refetch()}>
              {t('common:retry')}
            </Button>
          }
        >
          {userMessage(vouchers.error, '')}
        </Notice>
      )}
      {isEmpty && (
        <EmptyState title={t('vouchers.empty')} action={generate}>
          {t('vouchers.emptyText')}
        </EmptyState>
      )}
      {vouchers.data !== undefined && !isEmpty && (
        <>
          <VoucherTable vouchers={vouchers.data.items} />
          <Pager page={page} pageSize={VOUCHER_PAGE_SIZE} total={vouchers.data.total} onPage={setPage} />
        </>
      )}
    </section>
  );
}

/** The last voucher of the last page was deleted: there is one page less now. */
function useLastPage(
  data: Page<VoucherView> | undefined,
  page: number,
  setPage: (page: number) => void,
): void {
  const pages = data === undefined ? undefined : Math.max(1, Math.ceil(data.total / VOUCHER_PAGE_SIZE));
  useEffect(() => {
    if (pages !== undefined && page > pages) setPage(pages);
  }, [pages, page, setPage]);
}

function GenerateButton({ onGenerated }: { onGenerated: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const { toast } = useToast();
  const generate = useGenerateVoucher();
  const make = () =>
    generate.mutate(undefined, {
      onSuccess: async ({ code }) => {
        onGenerated();
        const copied = await copyText(code);
        toast({
          tone: 'ok',
          title: t('vouchers.generatedTitle'),
          description: t(copied ? 'vouchers.generated' : 'vouchers.generatedNoCopy', { code }),
        });
      },
      onError: (error) =>
        toast({
          tone: 'bad',
          title: t('common:errorTitle'),
          description: userMessage(error, t('vouchers.generateFailed')),
        }),
    });
  return (
    <Button size="sm" busy={generate.isPending} busyLabel={t('vouchers.generating')} onClick={make}>
      <PlusIcon size={18} aria-hidden="true" />
      {t('vouchers.generate')}
    </Button>
  );
}
