import { DAY_MS, INVITATION_DAYS } from '@siegel/contracts/limits';
import type { NdaView } from '@siegel/contracts/nda/view';
import { PAGES } from '@siegel/contracts/pages';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';
import { PageLink } from '../../components/page-link.js';
import { formatDate, formatDayAndTime } from '../../lib/format.js';
import { useSite } from '../../lib/site.js';
import { invitationProblem } from './invitation-state.js';

/** So long an invitation may take before the screen says why. */
const SLOW_MS = 60_000;

/** On record for good, above everything else. */
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

/** True a minute after the invitation, if it shows for so long. */
function useIsSlow({ expiresAt }: NdaView): boolean {
  const invitedAt = expiresAt === null ? 0 : Date.parse(expiresAt) - INVITATION_DAYS * DAY_MS;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), invitedAt + SLOW_MS - Date.now());
    return () => clearTimeout(timer);
  }, [invitedAt]);
  return now - invitedAt >= SLOW_MS;
}

/** Not accepted by a mail server yet. */
export function SlowNotice({ nda }: { nda: NdaView }) {
  const { t, i18n } = useTranslation('invitation');
  const problem = invitationProblem(nda);
  const slow = useIsSlow(nda);
  if (!slow && problem === undefined) return null;
  return (
    <Notice tone="warn" title={t('slow.title')}>
      {problem !== undefined && (
        <>{t('slow.last', { moment: formatDayAndTime(problem.at, i18n.language) })} </>
      )}
      {t('slow.text')}
    </Notice>
  );
}

const KNOWN = ['mail_refused', 'bounced', 'spam'] as const;

/** Why the mail did not arrive, in words. */
export function ProblemText({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('invitation');
  const code = invitationProblem(nda)?.code;
  const known = KNOWN.find((one) => one === code) ?? 'other';
  return <p className="text-soft">{t(`problem.${known}`, { email: nda.party2Email })}</p>;
}
