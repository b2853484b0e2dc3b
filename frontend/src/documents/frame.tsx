import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Footer } from '../app/footer.js';
import { HomeLink } from '../app/home-link.js';
import { LanguageLinks } from './language-links.js';

export interface FrameProps {
  /** What stands around the content: nothing for the office, which brings its own. */
  readonly around: boolean;
  /** Whoever came by a link of a mail is led nowhere but to what the law asks for. */
  readonly legalOnly: boolean;
  readonly year: number;
  readonly children: ReactNode;
}

/** Header, content, footer, of documents and of what an application starts in. */
export function Frame({ around, legalOnly, year, children }: FrameProps) {
  const { t } = useTranslation();
  return (
    <>
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      {around && (
        <header className="site-header">
          <div className="page-width site-header-row">
            <HomeLink />
            <div className="site-header-controls">
              <LanguageLinks />
            </div>
          </div>
        </header>
      )}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {around && <Footer year={year} legalOnly={legalOnly} />}
    </>
  );
}
