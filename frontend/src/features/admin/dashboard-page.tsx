import { SignOutIcon } from '@phosphor-icons/react/dist/csr/SignOut';
import { addressIn } from '@siegel/contracts/addresses';
import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router-dom';
import { Header } from '../../app/header.js';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { Skeleton } from '../../components/skeleton.js';
import { useToast } from '../../components/use-toast.js';
import { userMessage } from '../../lib/api-error.js';
import { currentLanguage } from '../../lib/language.js';
import { AssistantButton } from '../assistant/assistant-button.js';
import { useAdminCheck, useLogout } from './session.js';
import { VoucherSection } from './voucher-section.js';

/** The server says who is an admin; everybody else goes to the login. */
export default function DashboardPage() {
  const { t } = useTranslation(['admin', 'common']);
  const check = useAdminCheck();
  if (check.data?.isAdmin === false)
    return <Navigate to={addressIn(currentLanguage(), PAGES.admin.path)} replace />;
  return (
    <div className="admin">
      <Header>
        {check.data?.isAdmin && <AssistantButton />}
        {check.data?.isAdmin && <LogoutButton />}
      </Header>
      <div className="page-width">
        <h1 className="admin-title">{t('title')}</h1>
        {check.isPending && <Skeleton lines={['full', 'full', 'half']} />}
        {check.isError && (
          <Notice
            tone="bad"
            title={t('checkFailed')}
            action={
              <Button size="sm" onClick={() => void check.refetch()}>
                {t('common:retry')}
              </Button>
            }
          />
        )}
        {check.data?.isAdmin && <VoucherSection />}
      </div>
    </div>
  );
}

function LogoutButton() {
  const { t } = useTranslation(['admin', 'common']);
  const { toast } = useToast();
  const navigate = useNavigate();
  const logout = useLogout();
  const leave = () =>
    logout.mutate(undefined, {
      onSuccess: () => {
        toast({ tone: 'ok', title: t('loggedOutTitle') });
        void navigate(addressIn(currentLanguage(), PAGES.admin.path));
      },
      onError: (error) =>
        toast({
          tone: 'bad',
          title: t('common:errorTitle'),
          description: userMessage(error, t('logoutFailed')),
        }),
    });
  return (
    <Button size="sm" className="admin-logout" busy={logout.isPending} onClick={leave}>
      <SignOutIcon size={18} aria-hidden="true" />
      <span>{t('logout')}</span>
    </Button>
  );
}
