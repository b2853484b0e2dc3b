import { SignOutIcon } from '@phosphor-icons/react/dist/csr/SignOut';
import { addressIn } from '@siegel/contracts/addresses';
import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.js';
import { toasts } from '../../../components/toast-store.js';
import { userMessage } from '../../../lib/api-error.js';
import { currentLanguage } from '../../../lib/language.js';
import { closings } from '../obligations/closings.js';
import { useLogout } from '../session/session.js';

export function LogoutButton() {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const logout = useLogout();
  const leave = async () => {
    // Send the pending closings now, while the session is still valid.
    await closings.settle();
    logout.mutate(undefined, {
      onSuccess: () => {
        toasts.show({ tone: 'ok', title: t('loggedOutTitle') });
        void navigate(addressIn(currentLanguage(), PAGES.admin.path));
      },
      onError: (error) =>
        toasts.show({
          tone: 'bad',
          title: t('logoutFailedTitle'),
          description: userMessage(error, t('logoutFailed')),
        }),
    });
  };
  return (
    <Button size="sm" className="admin-logout" busy={logout.isPending} onClick={() => void leave()}>
      <SignOutIcon size={18} aria-hidden="true" />
      <span>{t('logout')}</span>
    </Button>
  );
}
