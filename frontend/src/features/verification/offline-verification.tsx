import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../components/button.js';
import { useTexts } from '../../lib/use-texts.js';

/**
 * Explains how to check a file without this service, in case the reader does not trust the service or the
 * service no longer exists. The proof is in the file.
 */
export function OfflineVerification() {
  const { t } = useTranslation('verification');
  const ways = useTexts('verification', 'withoutUs.ways');
  return (
    <section className="page-section margin-columns" id="without-us" aria-labelledby="without-us-title">
      <div>
        <h2 id="without-us-title">{t('withoutUs.title')}</h2>
        <p className="margin-columns-lead">{t('withoutUs.lead')}</p>
        <a
          className={buttonClass('line', 'sm', 'certificates-link')}
          href="/api/verify/certificates"
          download="certificates.pem"
        >
          <DownloadSimpleIcon size={18} aria-hidden="true" />
          {t('withoutUs.certificates')}
        </a>
      </div>
      <ol className="other-ways">
        {ways.map((way) => (
          <li key={way.title}>
            <h3>{way.title}</h3>
            <p>{way.text}</p>
            {way.command !== undefined && (
              <pre className="text-mono">
                <code>{way.command}</code>
              </pre>
            )}
            {way.after !== undefined && <p>{way.after}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
