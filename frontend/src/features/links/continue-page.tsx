import type { ContinuedView } from '@siegel/contracts/nda/view';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { HomeButton } from '../../components/home-button.js';
import { api } from '../../lib/api.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { leaveTo } from '../../lib/leave.js';
import { FocusedDeadLink } from './focused-dead-link.js';
import { isDeadLink } from './link-error.js';
import { LinkPage } from './link-page.js';
import type { LinkToken } from './link-token.js';

/**
 * Lets this browser continue an NDA. The NDA opens at its own address (`/nda/<id>`), so a draft of another
 * agreement in this browser is kept.
 */
export function ContinuePage({ token, damaged }: LinkToken) {
  const { t } = useTranslation(['links', 'common']);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.post<ContinuedView>(`/api/continue/${token}`),
    onSuccess: ({ id }) => leaveTo(`/nda/${id}`),
  });
  if (error instanceof ApiError && error.status === 410)
    return (
      <LinkPage
        key="over"
        done
        title={t('continue.overTitle')}
        lead={t('continue.overLead')}
        action={<HomeButton />}
      />
    );
  if (isDeadLink(error)) return <FocusedDeadLink damaged={damaged} />;
  return (
    <LinkPage
      title={t('continue.title')}
      lead={t('continue.lead')}
      problem={error ? userMessage(error, t('common:unexpected')) : undefined}
      action={
        <Button variant="go" busy={isPending || isSuccess} onClick={() => mutate()}>
          {t('continue.button')}
        </Button>
      }
    />
  );
}
