import { PAGES } from '@siegel/contracts/pages';
import { lazy } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { FollowRoute } from '../app/follow-route.js';
import type { Texts } from '../app/load-namespace.js';
import { startApplication } from '../app/start-application.js';
import LoginPage from '../features/admin/session/login-page.js';

const DashboardPage = lazy(() => import('../features/admin/dashboard/dashboard-page.js'));
const AuditPage = lazy(() => import('../features/admin/nda-page/audit-page.js'));
const NdaPage = lazy(() => import('../features/admin/nda-page/nda-page.js'));

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
