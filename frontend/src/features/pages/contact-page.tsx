import { CopyIcon } from '@phosphor-icons/react/dist/csr/Copy';
import { EnvelopeSimpleIcon } from '@phosphor-icons/react/dist/csr/EnvelopeSimple';
import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { BackHome } from '../../components/back-home.js';
import { buttonClass } from '../../components/button.js';
import { PageLink } from '../../components/page-link.js';
import { Sheet } from '../../components/sheet.js';
import { useTexts } from '../../lib/use-texts.js';
import { useSite } from '../../lib/site.js';

export default function ContactPage() {
  const { t } = useTranslation('pages');
  const { operatorEmail } = useSite();
  const inquiries = useTexts('pages', 'contact.inquiries');
  return (
    <div className="page-width page">
      <div className="margin-columns">
        <div>
          <h1>{t('contact.title')}</h1>
          {operatorEmail !== null && <p className="margin-columns-lead">{t('contact.lead')}</p>}
        </div>
        <div className="page-blocks">
          <Sheet className="contact-card">
            <h2>{t('contact.support')}</h2>
            <Address />
          </Sheet>
          <section className="prose">
            <h2>{t('contact.inquiriesTitle')}</h2>
            <ul>
              {inquiries.map((inquiry) => (
                <li key={inquiry}>{inquiry}</li>
              ))}
            </ul>
            <p>
              {t('contact.faqHint')} <PageLink to={PAGES.faq.path}>{t('contact.faqLink')}</PageLink>
            </p>
          </section>
          <BackHome />
        </div>
      </div>
    </div>
  );
}

/** Shows the operator's e-mail address. Promises a reply only if an e-mail address is configured. */
function Address() {
  const { t } = useTranslation('pages');
  const { operatorEmail: email } = useSite();
  if (email === null) return <p className="text-soft">{t('contact.noAddress')}</p>;
  return (
    <>
      <p className="text-soft">{t('contact.response')}</p>
      <div className="contact-address">
        <a className={buttonClass('line')} href={`mailto:${email}`}>
          <EnvelopeSimpleIcon size={20} aria-hidden="true" />
          {email}
        </a>
        <button
          type="button"
          className="icon-button"
          aria-label={t('contact.copy')}
          title={t('contact.copy')}
          data-copy={email}
          data-copied={t('contact.copied')}
          data-failed={t('contact.copyFailed')}
        >
          <CopyIcon size={20} aria-hidden="true" />
        </button>
        <output className="text-note" />
      </div>
    </>
  );
}
