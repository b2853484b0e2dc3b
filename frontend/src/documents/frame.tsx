import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Footer } from '../app/footer.js';
import { HomeLink } from '../app/home-link.js';
import { LanguageLinks } from './language-links.js';

export interface FrameProps {
  /** False for the admin pages. The admin application renders its own header and no footer. */
  readonly hasFrame: boolean;
  /**
   * True for a page that people open with a link in a mail. The footer then links only to the legal pages.
   */
  readonly legalOnly: boolean;
  readonly year: number;
  readonly children: ReactNode;
}

/**
 * The header, the content and the footer of an HTML document. The document in which an application starts is
 * built with this component too.
 */
export function Frame({ hasFrame, legalOnly, year, children }: FrameProps) {
  const { t } = useTranslation();
  return (
    <>
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      {hasFrame && (
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
      {hasFrame && <Footer year={year} legalOnly={legalOnly} />}
    </>
  );
}
