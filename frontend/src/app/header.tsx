import type { ReactNode } from 'react';
import { HomeLink } from './home-link.js';
import { LanguageMenu } from './language-menu.js';

/** Sticky. Further controls stand before the language menu. */
export function Header({ children }: { children?: ReactNode }) {
  return (
    <header className="top">
      <div className="wrap">
        <HomeLink />
        <div className="flex items-center gap-2">
          {children}
          <LanguageMenu />
        </div>
      </div>
    </header>
  );
}
