import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Braid } from '../components/braid.js';
import { HomeLink } from './home-link.js';

const COLUMNS = [
  {
    title: 'footer.product',
    links: [
      { to: '/how-it-works', label: 'footer.howItWorks' },
      { to: '/faq', label: 'footer.faq' },
      { to: '/verify', label: 'footer.verify' },
    ],
  },
  {
    title: 'footer.about',
    links: [
      { to: '/about', label: 'footer.aboutUs' },
      { to: '/contact', label: 'footer.contact' },
    ],
  },
  {
    title: 'footer.legal',
    links: [
      { to: '/legal', label: 'footer.terms' },
      { to: '/privacy', label: 'footer.privacy' },
      { to: '/legal#impressum', label: 'footer.imprint' },
    ],
  },
] as const;

const YEAR = new Date().getFullYear();

export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className="site-footer">
      <div className="page-width">
        <Braid />
        <div className="site-footer-columns">
          <div>
            <HomeLink />
            <p className="site-footer-company">{t('footer.company')}</p>
          </div>
          {COLUMNS.map((column) => (
            <div key={column.title}>
              <h2>{t(column.title)}</h2>
              <ul>
                {column.links.map((link) => (
                  <li key={link.to}>
                    <Link to={link.to}>{t(link.label)}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className="site-footer-fine-print text-note">
          <p>{t('footer.disclaimer')}</p>
          <p className="text-nowrap">{t('footer.copyright', { year: YEAR })}</p>
        </div>
      </div>
    </footer>
  );
}
