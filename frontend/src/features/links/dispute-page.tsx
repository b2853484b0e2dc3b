import { formatDateTime } from '@siegel/contracts/formats';
import type { DisputeView } from '@siegel/contracts/nda/remote-signature';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { HomeButton } from '../../components/home-button.js';
import { KeyValues } from '../../components/key-values.js';
import { OperatorAddress, useHasOperatorAddress } from '../../components/operator-address.js';
import { Skeleton } from '../../components/skeleton.js';
import { api } from '../../lib/api.js';
import { userMessage } from '../../lib/api-error.js';
import { currentLanguage } from '../../lib/language.js';
import { FocusedDeadLink } from './focused-dead-link.js';
import { DeadLink } from './dead-link.js';
import { isDeadLink } from './link-error.js';
import { LinkReadFailed } from './link-read-failed.js';
import { LinkPage } from './link-page.js';
import type { LinkToken } from './link-token.js';
import { SlowLoadNotice } from './slow-load-notice.js';

function Operator() {
  const { t } = useTranslation('links');
  if (!useHasOperatorAddress()) return null;
  return (
    <div>
      <p>{t('dispute.operator')}</p>
      <OperatorAddress />
    </div>
  );
}

function Disputed({ at, fresh }: { at: string; fresh: boolean }) {
  const { t } = useTranslation('links');
  return (
    <LinkPage
      key="done"
      done={fresh}
      title={t('dispute.doneTitle', { at: formatDateTime(at, currentLanguage()) })}
      lead={t('dispute.doneLead')}
      action={<HomeButton />}
    >
      <Operator />
    </LinkPage>
  );
}

interface QuestionProps {
  /** Null if the service cannot say it at the moment. */
  signedAt: string | null;
  token: string;
  onDisputed: () => void;
}

/**
 * Asks the user whether to dispute the signature. There is one button, and the text above it explains what
 * the button does (rule:signature-can-be-disputed).
 */
function Question({ signedAt, token, onDisputed }: QuestionProps) {
  const { t } = useTranslation(['links', 'common']);
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.post<DisputeView>(`/api/disputes/${token}`),
    onSuccess: (now) => {
      onDisputed();
      client.setQueryData(['/api/disputes', token], now);
    },
    onError: (failure) =>
      isDeadLink(failure) ? client.invalidateQueries({ queryKey: ['/api/disputes', token] }) : undefined,
  });
  return (
    <LinkPage
      title={t('dispute.title')}
      problem={error ? userMessage(error, t('common:unexpected')) : undefined}
      action={
        <Button variant="go" busy={isPending} onClick={() => mutate()}>
          {t('dispute.button')}
        </Button>
      }
    >
      <KeyValues
        items={[
          ...(signedAt === null
            ? []
            : [
                {
                  key: 'signed',
                  label: t('dispute.signed'),
                  value: (
                    <time className="text-figures" dateTime={signedAt}>
                      {formatDateTime(signedAt, currentLanguage())}
                    </time>
                  ),
                },
              ]),
          { key: 'effect', label: t('dispute.meaning'), value: t('dispute.effect') },
        ]}
      />
      <p className="text-soft">{t('dispute.note')}</p>
    </LinkPage>
  );
}

/** The page that the link in Party 2's final mail opens. */
export function DisputePage({ token, damaged }: LinkToken) {
  const [pressed, setPressed] = useState(false);
  const link = useQuery<DisputeView>({ queryKey: ['/api/disputes', token] });
  if (isDeadLink(link.error))
    return link.data === undefined ? <DeadLink damaged={damaged} /> : <FocusedDeadLink damaged={damaged} />;
  if (link.data === undefined && link.isError)
    return <LinkReadFailed busy={link.isFetching} onRetry={() => void link.refetch()} />;
  if (link.data === undefined)
    return (
      <div key="waiting" className="page-width page link-page">
        <Skeleton title lines={['full', 'full', 'most']} />
        <SlowLoadNotice />
      </div>
    );
  const { disputedAt, signedAt } = link.data;
  return disputedAt === null ? (
    <Question signedAt={signedAt} token={token} onDisputed={() => setPressed(true)} />
  ) : (
    <Disputed at={disputedAt} fresh={pressed} />
  );
}
