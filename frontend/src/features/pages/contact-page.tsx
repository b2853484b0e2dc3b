import { EnvelopeSimpleIcon } from '@phosphor-icons/react/dist/csr/EnvelopeSimple';
import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BackHome } from '../../components/back-home.js';
import { Button, buttonClass } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { Sheet } from '../../components/sheet.js';
import { Skeleton } from '../../components/skeleton.js';
import { useTexts } from '../../lib/use-texts.js';
import './pages.css';
import { useSite } from '../../lib/site.js';

export default function ContactPage() {
  const { t } = useTranslation('pages');
  const site = useSite();
  const inquiries = useTexts<string[]>('pages', 'contact.inquiries');
  return (
    <div className="page-width page">
      <div className="margin-columns">
        <div>
          <h1>{t('contact.title')}</h1>
          {site.data?.operatorEmail && <p className="margin-columns-lead">{t('contact.lead')}</p>}
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
              {t('contact.faqHint')} <Link to={PAGES.faq.path}>{t('contact.faqLink')}</Link>
            </p>
          </section>
          <BackHome />
        </div>
      </div>
    </div>
  );
}

/** An answer is promised only where there is an address to write to. */
function Address() {
  const { t } = useTranslation(['pages', 'common']);
  const site = useSite();
  if (site.isPending) return <Skeleton lines={['14rem']} />;
  if (site.isError) {
    return (
      <Notice
        tone="bad"
        title={t('contact.loadFailed')}
        action={
          <Button size="sm" onClick={() => void site.refetch()}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  }
  const email = site.data.operatorEmail;
  if (email === null) return <p className="text-soft">{t('contact.noAddress')}</p>;
  return (
    <>
      <p className="text-soft">{t('contact.response')}</p>
      <a className={buttonClass('line')} href={`mailto:${email}`}>
        <EnvelopeSimpleIcon size={20} aria-hidden="true" />
        {email}
      </a>
    </>
  );
}
