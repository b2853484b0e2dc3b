import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { toasts } from '../components/toast-store.js';
import { Toaster } from '../components/toaster.js';
import { createQueryClient } from '../lib/query-client.js';
import { AppRoutes } from './app-routes.js';
import { CrashPage } from './crash-page.js';
import { ErrorBoundary } from './error-boundary.js';

const queryClient = createQueryClient(toasts.clear);

export function App() {
  return (
    <StrictMode>
      <ErrorBoundary
        fallback={
          <main>
            <CrashPage />
          </main>
        }
      >
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
          <Toaster />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  );
}
