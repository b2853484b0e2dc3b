import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { formatDayAndTime } from '../../lib/format.js';

/** Lists the four steps from Party 1's signature to the mails. */
export function NextSteps({ nda }: { nda: NdaView }) {
  const { t, i18n } = useTranslation('invitation');
  const moment = (iso: string | null) =>
    iso !== null && <span className="next-steps-note">{formatDayAndTime(iso, i18n.language)}</span>;
  const signed = nda.party2SignedAt !== null;
  const read = nda.invitationOpenedAt;
  return (
    <section className="next-steps">
      <h2>{t('next.title')}</h2>
      <ol>
        <li data-done>
          <CheckIcon size={20} aria-hidden="true" />
          <span>
            {t('next.signed')}
            {moment(nda.party1SignedAt)}
          </span>
        </li>
        <li data-done={signed || undefined} aria-current={signed ? undefined : 'step'}>
          {signed && <CheckIcon size={20} aria-hidden="true" />}
          <span>
            {t('next.reads', { name: nda.party2Name })}
            {signed
              ? moment(nda.party2SignedAt)
              : read !== null && (
                  <span className="next-steps-note">
                    {t('opened', { moment: formatDayAndTime(read, i18n.language) })}
                  </span>
                )}
          </span>
        </li>
        <li>
          <span>{t('next.made')}</span>
        </li>
        <li>
          <span>{t('next.sent')}</span>
        </li>
      </ol>
    </section>
  );
}
