import { Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { Skeleton } from '../components/skeleton.js';
import { CrashPage } from './crash-page.js';
import { ErrorBoundary } from './error-boundary.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import { useMetadata, useRouteChange } from './use-route-change.js';

/** Header, content, footer. Pages of the admin bring their own header and have no footer. */
export function Shell({ bare = false }: { bare?: boolean }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  useRouteChange(content);
  useMetadata();
  return (
    <>
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      {!bare && <Header />}
      <main id="content" ref={content} tabIndex={-1}>
        <ErrorBoundary fallback={<CrashPage />} resetKey={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      {!bare && <Footer />}
    </>
  );
}

function PageSkeleton() {
  return (
    <div className="page-width page page-loading">
      <div className="page-measure">
        <Skeleton title />
      </div>
    </div>
  );
}
