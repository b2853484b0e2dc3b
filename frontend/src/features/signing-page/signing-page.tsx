import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { ButtonLink } from '../../components/button-link.js';
import { LostSheet } from '../../components/lost-sheet.js';
import { Seal } from '../../components/seal.js';
import { Skeleton } from '../../components/skeleton.js';
import { isDeadLink, type SigningLinkView, useSigningLink } from './signing-link.js';

/**
 * The invited party's page. It tells where the link stands; a dead one says whom to turn to
 * (rule:dead-links-say-whom-to-ask).
 */
export default function SigningPage({ token }: { token: string }) {
  const { t } = useTranslation(['signing-page', 'common']);
  const link = useSigningLink(token);
  if (link.isPending) {
    // An element of its own: the one that comes is no other shape of this one, which would be seen moving.
    return (
      <div key="waiting" className="page-width page">
        <Skeleton title />
      </div>
    );
  }
  if (link.isSuccess) return <LinkState link={link.data} />;
  if (isDeadLink(link.error)) {
    return (
      <div role="alert">
        <LostSheet
          kicker={t('kicker')}
          title={t('invalidTitle')}
          lead={t('invalidLead')}
          picture={<span className="lost-sheet-sign">§</span>}
        >
          <ButtonLink to="/">{t('common:backHome')}</ButtonLink>
        </LostSheet>
      </div>
    );
  }
  return (
    <div role="alert">
      <LostSheet
        kicker={t('kicker')}
        title={t('failedTitle')}
        lead={t('failedLead')}
        picture={<span className="lost-sheet-sign">§</span>}
      >
        <Button variant="go" busy={link.isFetching} onClick={() => void link.refetch()}>
          {t('common:retry')}
        </Button>
      </LostSheet>
    </div>
  );
}

function LinkState({ link }: { link: SigningLinkView }) {
  const { t } = useTranslation(['signing-page', 'common']);
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
