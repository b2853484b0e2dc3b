import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Footer } from '../app/footer.js';
import { HomeLink } from '../app/home-link.js';
import { LanguageLinks } from './language-links.js';

export interface FrameProps {
  /**
   * True if this page has the header and footer of the public pages. The admin pages have their own header
   * and footer.
   */
  readonly hasFrame: boolean;
  /** True for a page that people open from a mail. Its header and footer link only to the legal pages. */
  readonly legalOnly: boolean;
  readonly year: number;
  readonly children: ReactNode;
}

/** Header, content and footer of a document. Pages that are applications have the same frame. */
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
