import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialog.js';
import { LoginForm } from './login-form.js';
import { resume } from './session.js';

/**
 * A login dialog over the open page. The page below keeps its state, and the user can continue there after
 * the login (rule:office-keeps-its-place).
 */
export function SessionEnded({ open }: { open: boolean }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  return (
    <Dialog
      open={open}
      onOpenChange={() => undefined}
      closable={false}
      title={t('ended.title')}
      description={t('ended.text')}
    >
      <LoginForm onDone={() => resume(client)} />
    </Dialog>
  );
}
