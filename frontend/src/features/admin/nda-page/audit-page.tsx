import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/use-toast.js';
import { Todo } from '../obligations/todo.js';
import { AdminPage } from '../page/admin-page.js';
import { useAddress } from '../page/use-address.js';
import { HistorySection } from '../replay/history-section.js';
import { WholeLogSection } from '../replay/whole-log-section.js';

/** An auditor's start page: all histories, the verification of the log, and open obligations. */
export default function AuditPage() {
  return (
    <AdminPage roles={['admin', 'auditor']}>{(role) => <Start mayClose={role === 'admin'} />}</AdminPage>
  );
}

function Start({ mayClose }: { mayClose: boolean }) {
  const { t } = useTranslation('admin');
  useToast();
  const address = useAddress();
  return (
    <>
      <h1 className="admin-title">{t('audit.title')}</h1>
      <HistorySection address={address} />
      <WholeLogSection />
      <Todo address={address} mayClose={mayClose} />
    </>
  );
}
