import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { Braid } from '../components/braid.js';
import { PageLink } from '../components/page-link.js';
import { HomeLink } from './home-link.js';

const COLUMNS = [
  {
    title: 'footer.product',
    links: [
      { to: PAGES.howItWorks.path, label: 'footer.howItWorks' },
      { to: PAGES.faq.path, label: 'footer.faq' },
      { to: PAGES.verify.path, label: 'footer.verify' },
    ],
  },
  {
    title: 'footer.about',
    links: [
      { to: PAGES.about.path, label: 'footer.aboutUs' },
      { to: PAGES.contact.path, label: 'footer.contact' },
    ],
  },
  {
    title: 'footer.legal',
    links: [
      { to: PAGES.legal.path, label: 'footer.terms' },
      { to: PAGES.privacy.path, label: 'footer.privacy' },
      { to: PAGES.withdraw.path, label: 'footer.withdraw' },
      { to: `${PAGES.legal.path}#impressum`, label: 'footer.imprint' },
      { to: `${PAGES.legal.path}#accessibility`, label: 'footer.accessibility' },
    ],
  },
] as const;

const LEGAL = COLUMNS.filter(({ title }) => title === 'footer.legal');

/** @param legalOnly true if only the legal pages are linked */
export function Footer({ year, legalOnly = false }: { year: number; legalOnly?: boolean }) {
  const { t } = useTranslation('documents');
  return (
    <footer className="site-footer">
      <div className="page-width">
        <Braid />
        <div className="site-footer-columns">
          <div>
            <HomeLink />
            <p className="site-footer-company">{t('footer.company')}</p>
          </div>
          {(legalOnly ? LEGAL : COLUMNS).map((column) => (
            <div key={column.title}>
              <h2>{t(column.title)}</h2>
              <ul>
                {column.links.map((link) => (
                  <li key={link.to}>
                    <PageLink to={link.to}>{t(link.label)}</PageLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className="site-footer-fine-print text-note">
          <p>{t('footer.disclaimer')}</p>
          <p className="text-nowrap">{t('footer.copyright', { year })}</p>
        </div>
      </div>
    </footer>
  );
}
