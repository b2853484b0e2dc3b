import { PAGES } from '@siegel/contracts/pages';
import { type ComponentType, lazy } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { FollowRoute } from '../app/follow-route.js';
import type { Texts } from '../app/load-namespace.js';
import { startApplication } from '../app/start-application.js';
import LoginPage from '../features/admin/session/login-page.js';
import { i18n } from '../lib/i18n.js';

/**
 * Loads a page together with all of its texts. If some texts were missing when a response arrived, React
 * would remove the page until those texts are loaded. The focus would then be lost.
 */
const withTexts = <Page extends { readonly default: ComponentType }>(
  load: () => Promise<Page>,
  namespaces: readonly string[],
) => lazy(async () => (await Promise.all([load(), i18n.loadNamespaces(namespaces)]))[0]);

const DashboardPage = lazy(() => import('../features/admin/dashboard/dashboard-page.js'));
const AuditPage = withTexts(() => import('../features/admin/nda-page/audit-page.js'), ['replay']);
const NdaPage = withTexts(() => import('../features/admin/nda-page/nda-page.js'), ['replay', 'wizard']);

const files = import.meta.glob<Texts>(
  '../locales/*/{common.json,cookies.json,admin.json,assistant.json,replay.json,wizard.texts.ts}',
);

await startApplication(
  <BrowserRouter>
    <FollowRoute />
    <Routes>
      <Route path={PAGES.admin.path} element={<LoginPage />} />
      <Route path={PAGES.dashboard.path} element={<DashboardPage />} />
      <Route path={PAGES.audit.path} element={<AuditPage />} />
      <Route path={PAGES.auditedNda.path} element={<NdaPage />} />
    </Routes>
  </BrowserRouter>,
  files,
  ['admin'],
);
