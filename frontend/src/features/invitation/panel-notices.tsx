import type { NdaView } from '@siegel/contracts/nda/view';
import { PAGES } from '@siegel/contracts/pages';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';
import { PageLink } from '../../components/page-link.js';
import { formatDate, formatDayAndTime } from '../../lib/format.js';
import { useSite } from '../../lib/site.js';
import { invitationProblem } from './invitation-state.js';

/** If an invitation takes longer than this many milliseconds, the screen says why. */
const SLOW_MS = 60_000;

/**
 * Says that a signature was disputed. The notice is above everything else, because a dispute stays on record.
 */
export function DisputedNotice({ nda }: { nda: NdaView }) {
  const { t, i18n } = useTranslation('invitation');
  const site = useSite();
  return nda.disputed.map(({ party, at }) => (
    <Notice key={party} tone="bad" title={t('disputed.title', { date: formatDate(at, i18n.language) })}>
      {t('disputed.text', { party, name: party === 1 ? nda.party1Name : nda.party2Name })}
      {site.operatorEmail !== null && (
        <>
          {' '}
          {t('disputed.write')} <PageLink to={PAGES.contact.path}>{t('disputed.contact')}</PageLink>{' '}
          {t('disputed.writeAfter')}
        </>
      )}
    </Notice>
  ));
}

/** True once the component has been shown for a minute. */
function useIsSlow(): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return slow;
}

/**
 * Says that the mail with the invitation has not been sent yet. The notice appears after a minute, or earlier
 * if the server reports a problem. Either no mail server has accepted the mail, or the service could not send
 * the mail at all. In both cases the address is not the cause. The component is mounted again for each
 * address, so the minute starts again after a correction.
 */
export function SlowNotice({ nda }: { nda: NdaView }) {
  const { t, i18n } = useTranslation('invitation');
  const problem = invitationProblem(nda);
  const slow = useIsSlow();
  if (!slow && problem === undefined) return null;
  return (
    <Notice tone="warn" title={t(problem?.code === 'mail_setup' ? 'slow.ownTitle' : 'slow.title')}>
      {problem !== undefined && (
        <>{t('slow.last', { moment: formatDayAndTime(problem.at, i18n.language) })} </>
      )}
      {t('slow.text')}
    </Notice>
  );
}

const KNOWN = ['mail_refused', 'bounced', 'spam'] as const;

/** Says why the mail did not arrive. */
export function ProblemText({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('invitation');
  const code = invitationProblem(nda)?.code;
  const known = KNOWN.find((one) => one === code) ?? 'other';
  return <p className="text-soft">{t(`problem.${known}`, { email: nda.party2Email })}</p>;
}
