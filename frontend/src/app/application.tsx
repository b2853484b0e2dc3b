import type { SiteView } from '@siegel/contracts/site';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, Suspense } from 'react';
import { Skeleton } from '../components/skeleton.js';
import { Toaster } from '../components/toaster.js';
import { SiteProvider } from '../lib/site.js';
import { CrashPage } from './crash-page.js';
import { ErrorBoundary } from './error-boundary.js';
import { OfflineBanner } from './offline-banner.js';
import { OldTabNotice } from './old-tab-notice.js';
import { queryClient } from './queries.js';

/**
 * Wraps an application in the parts that every application has: the providers, the error boundary, the
 * notices and the toasts.
 */
export function Application({ site, children }: { site: SiteView; children: ReactNode }) {
  return (
    <StrictMode>
      <SiteProvider value={site}>
        <QueryClientProvider client={queryClient}>
          <ErrorBoundary fallback={<CrashPage />}>
            <Suspense fallback={<Starting />}>{children}</Suspense>
          </ErrorBoundary>
          <OfflineBanner />
          <OldTabNotice />
          <Toaster />
        </QueryClientProvider>
      </SiteProvider>
    </StrictMode>
  );
}

function Starting() {
  return (
    <div className="page-width page">
      <div className="page-measure">
        <Skeleton title />
      </div>
    </div>
  );
}
