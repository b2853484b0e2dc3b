import { PAGES } from '@siegel/contracts/pages';
import { lazy } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { FollowRoute } from '../app/follow-route.js';
import type { Texts } from '../app/load-namespace.js';
import { startApplication } from '../app/start-application.js';
import LoginPage from '../features/admin/session/login-page.js';
import { i18n } from '../lib/i18n.js';

const DashboardPage = lazy(() => import('../features/admin/dashboard/dashboard-page.js'));
const AuditPage = lazy(async () => {
  const [page] = await Promise.all([
    import('../features/admin/nda-page/audit-page.js'),
    i18n.loadNamespaces(['replay']),
  ]);
  return page;
});
// All words of a page come with it: one that lacks some when an answer is there is taken away until they come, and the
// focus with it.
const NdaPage = lazy(async () => {
  const [page] = await Promise.all([
    import('../features/admin/nda-page/nda-page.js'),
    i18n.loadNamespaces(['replay', 'wizard']),
  ]);
  return page;
});

const files = import.meta.glob<Texts>(
  '../locales/*/{common.json,admin.json,assistant.json,replay.json,wizard.texts.ts}',
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
