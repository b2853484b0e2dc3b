import { useTranslation } from 'react-i18next';
import { AssistantButton } from '../../assistant/assistant-button.js';
import { RangeBar, rangeIn } from '../figures/range-bar.js';
import { RangeFigures } from '../figures/range-figures.js';
import { Totals } from '../figures/totals.js';
import { useToday } from '../figures/figures.js';
import { NdaSection } from '../ndas/nda-section.js';
import { Todo } from '../obligations/todo.js';
import { AdminPage } from '../page/admin-page.js';
import { useAddress } from '../page/use-address.js';
import { VoucherSection } from '../vouchers/voucher-section.js';

/** The operator's page: figures, obligations, agreements and vouchers. */
export default function DashboardPage() {
  return (
    <AdminPage roles={['admin']} controls={<AssistantButton />}>
      {() => <Dashboard />}
    </AdminPage>
  );
}

function Dashboard() {
  const { t } = useTranslation('admin');
  const address = useAddress();
  const chosen = rangeIn(address, useToday());
  return (
    <>
      <div className="dashboard-head">
        <h1 className="admin-title">{t('title')}</h1>
        <RangeBar chosen={chosen} address={address} />
      </div>
      <Totals />
      <Todo address={address} mayClose />
      <RangeFigures chosen={chosen} />
      <NdaSection address={address} />
      <VoucherSection address={address} />
    </>
  );
}
