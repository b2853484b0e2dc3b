import type { ReactNode } from 'react';
import { HomeLink } from './home-link.js';
import { LanguageMenu } from './language-menu.js';

/**
 * The header of the site. It stays at the top of the window. `children` are further controls before the
 * language menu.
 */
export function Header({ children }: { children?: ReactNode }) {
  return (
    <header className="site-header">
      <div className="page-width site-header-row">
        <HomeLink />
        <div className="site-header-controls">
          {children}
          <LanguageMenu />
        </div>
      </div>
    </header>
  );
}
