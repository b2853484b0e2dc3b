import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { HomeButton } from '../../components/home-button.js';
import { api } from '../../lib/api.js';
import { userMessage } from '../../lib/api-error.js';
import { FocusedDeadLink } from './focused-dead-link.js';
import { isDeadLink } from './link-error.js';
import { LinkPage } from './link-page.js';
import type { LinkToken } from './link-token.js';

/**
 * Lets Party 2 decline reminders. The page knows only the token and not whether reminders have already been
 * declined. So the page looks the same on every visit.
 */
export function RemindersPage({ token, damaged }: LinkToken) {
  const { t } = useTranslation(['links', 'common']);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.post<void>(`/api/reminders/${token}/decline`),
  });
  if (isDeadLink(error)) return <FocusedDeadLink damaged={damaged} />;
  if (isSuccess)
    return (
      <LinkPage
        key="done"
        done
        title={t('reminders.doneTitle')}
        lead={t('reminders.doneLead')}
        action={<HomeButton />}
      />
    );
  return (
    <LinkPage
      title={t('reminders.title')}
      lead={t('reminders.lead')}
      problem={error ? userMessage(error, t('common:unexpected')) : undefined}
      action={
        <Button variant="go" busy={isPending} onClick={() => mutate()}>
          {t('reminders.button')}
        </Button>
      }
    />
  );
}
