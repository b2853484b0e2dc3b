import type { ContinuedView } from '@siegel/contracts/nda/view';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { HomeButton } from '../../components/home-button.js';
import { CookiesNotice } from '../../components/cookies-notice.js';
import { api } from '../../lib/api.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { leaveTo } from '../../lib/leave.js';
import { randomKey } from '../../lib/random-key.js';
import { CookieLost, cookies } from '../../lib/cookies.js';
import { opensNda } from '../nda/nda-query.js';
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
  const client = useQueryClient();
  // Sent with each request as the idempotency key. If this browser loses the cookie from the first response,
  // the link works once more with the same key.
  const [key] = useState(randomKey);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => {
      const headers = { 'Idempotency-Key': key };
      const { id } = await api.post<ContinuedView>(`/api/continue/${token}`, undefined, { headers });
      if (!(await opensNda(client, id))) throw new CookieLost();
      return id;
    },
    onSuccess: (id) => leaveTo(`/nda/${id}`),
    onError: (failure) => failure instanceof CookieLost && cookies.wereLost(),
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
      problem={
        error && !(error instanceof CookieLost) ? userMessage(error, t('common:unexpected')) : undefined
      }
      action={
        <Button variant="go" busy={isPending || isSuccess} onClick={() => cookies.allowAct() && mutate()}>
          {t('continue.button')}
        </Button>
      }
    >
      <CookiesNotice need="link" />
    </LinkPage>
  );
}
