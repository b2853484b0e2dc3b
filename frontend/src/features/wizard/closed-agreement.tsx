import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple';
import { formatDateTime } from '@siegel/contracts/formats';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../components/button.js';
import { ButtonLink } from '../../components/button-link.js';
import { PageHeading } from '../../components/page-heading.js';
import { currentLanguage } from '../../lib/language.js';
import { Summary } from '../finish/summary.js';
import { ReadAgreement } from '../signing/read-agreement.js';

/**
 * Replaces the wizard's steps while nothing can be changed in the agreement
 * (rule:first-fault-closes-the-stream). The agreement can be read, as it was after the last event that counts.
 */
export function ClosedAgreement({ nda, since }: { nda: NdaView; since: string }) {
  const { t } = useTranslation(['wizard', 'finish']);
  return (
    <div className="page-width step-page">
      <div role="alert">
        <PageHeading title={t('closed.title')} lead={t('closed.lead')} />
      </div>
      <p className="text-soft">{t('closed.asOf', { at: formatDateTime(since, currentLanguage()) })}</p>
      <Summary nda={nda} />
      <div className="action-bar">
        <ButtonLink variant="text" to="/">
          {t('load.home')}
        </ButtonLink>
        {nda.status === 'sent' && (
          <a className={buttonClass('line', 'sm')} href={`/api/ndas/${nda.id}/pdf`} download>
            <DownloadSimpleIcon size={18} aria-hidden="true" />
            {t('finish:sent.download')}
          </a>
        )}
        <ReadAgreement nda={nda} />
      </div>
    </div>
  );
}
