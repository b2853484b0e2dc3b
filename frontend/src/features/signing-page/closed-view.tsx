import { formatDateTime } from '@siegel/contracts/formats';
import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../components/button.js';
import { KeyValues } from '../../components/key-values.js';
import { PageHeading } from '../../components/page-heading.js';
import { currentLanguage } from '../../lib/language.js';
import { AgreementBox } from './agreement-box.js';
import { useFacts } from './facts.js';
import { linkAddress } from './signing-link.js';
import { useViewBeginning } from './use-view-beginning.js';

export interface ClosedViewProps {
  token: string;
  link: RemoteSignatureView;
  /** Time of the last event that counts. */
  since: string;
}

/**
 * Replaces the views of the page while nothing can be changed in the agreement
 * (rule:first-fault-closes-the-stream). The agreement can be read, as it was after the last event that counts.
 */
export function ClosedView({ token, link, since }: ClosedViewProps) {
  const { t } = useTranslation(['remote', 'remote-later']);
  const top = useViewBeginning(t('closed.title'), true, true);
  return (
    <div className="page-width remote-page" ref={top}>
      <div className="remote-columns">
        <div>
          <div role="alert">
            <PageHeading title={t('closed.title')} lead={t('closed.lead')} />
          </div>
          <p className="text-soft">{t('closed.asOf', { at: formatDateTime(since, currentLanguage()) })}</p>
          <KeyValues items={useFacts(link.nda)} />
          {link.documentReady && (
            <a className={buttonClass('line')} href={`${linkAddress(token)}/pdf`} download>
              {t('remote-later:done.download')}
            </a>
          )}
        </div>
        <div className="remote-text">
          <AgreementBox link={link} />
        </div>
      </div>
    </div>
  );
}
