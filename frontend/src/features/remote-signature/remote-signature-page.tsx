import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Button } from '../../components/button.js';
import { ButtonLink } from '../../components/button-link.js';
import { LostSheet } from '../../components/lost-sheet.js';
import { Seal } from '../../components/seal.js';
import { Skeleton } from '../../components/skeleton.js';
import { isDeadLink, type RemoteSignature, useRemoteSignature } from './remote-signature.js';

/** The invited party's page. It tells where the link stands; a dead one says whom to turn to (spec section 2). */
export default function RemoteSignaturePage() {
  const { token = '' } = useParams();
  const { t } = useTranslation(['remote-signature', 'common']);
  const link = useRemoteSignature(token);
  if (link.isPending) {
    return (
      <div className="wrap page min-h-[60vh]">
        <Skeleton title />
      </div>
    );
  }
  if (link.isSuccess) return <LinkState link={link.data} />;
  if (isDeadLink(link.error)) {
    return (
      <div role="alert">
        <LostSheet kicker={t('kicker')} title={t('invalidTitle')} lead={t('invalidLead')} picture={<span className="big">§</span>}>
          <ButtonLink to="/">{t('common:backHome')}</ButtonLink>
        </LostSheet>
      </div>
    );
  }
  return (
    <div role="alert">
      <LostSheet kicker={t('kicker')} title={t('failedTitle')} lead={t('failedLead')} picture={<span className="big">§</span>}>
        <Button variant="go" busy={link.isFetching} onClick={() => void link.refetch()}>
          {t('common:retry')}
        </Button>
      </LostSheet>
    </div>
  );
}

function LinkState({ link }: { link: RemoteSignature }) {
  const { t } = useTranslation(['remote-signature', 'common']);
  const names = { party1: link.nda.party1Name, title: link.nda.ideaTitle };
  const which = link.alreadySigned ? 'signed' : 'valid';
  return (
    <LostSheet
      kicker={t('kicker')}
      title={t(`${which}Title`)}
      lead={t(`${which}Lead`, names)}
      picture={<Seal state={link.alreadySigned ? 'both' : 'one'} size={120} />}
    >
      <ButtonLink to="/">{t('common:backHome')}</ButtonLink>
    </LostSheet>
  );
}
