import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../components/button.js';
import { useTexts } from '../../lib/use-texts.js';

interface Way {
  title: string;
  text: string;
  command?: string;
  after?: string;
}

/** The proof lies in the file: how to check it where this service is not trusted, or no longer there. */
export function WithoutUs() {
  const { t } = useTranslation('verify');
  const ways = useTexts<Way[]>('verify', 'withoutUs.ways');
  return (
    <section className="sec margin" id="without-us" aria-labelledby="without-us-title">
      <div>
        <h2 id="without-us-title">{t('withoutUs.title')}</h2>
        <p className="soft mt-4">{t('withoutUs.lead')}</p>
        <a className={buttonClass('line', 'sm', 'mt-6')} href="/api/verify/certificates" download="certificates.pem">
          <DownloadSimpleIcon size={18} aria-hidden="true" />
          {t('withoutUs.certificates')}
        </a>
      </div>
      <ol className="ways">
        {ways.map((way) => (
          <li key={way.title}>
            <h3>{way.title}</h3>
            <p>{way.text}</p>
            {way.command !== undefined && (
              <pre className="mono">
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
