import { PAGES } from '@siegel/contracts/pages';
import { lazy } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { FollowRoute } from '../app/follow-route.js';
import type { Texts } from '../app/load-namespace.js';
import { startApplication } from '../app/start-application.js';
import LoginPage from '../features/admin/login-page.js';

const DashboardPage = lazy(() => import('../features/admin/dashboard-page.js'));

const files = import.meta.glob<Texts>('../locales/*/{common,admin,assistant}.json');

await startApplication(
  <BrowserRouter>
    <FollowRoute />
    <Routes>
      <Route path={PAGES.admin.path} element={<LoginPage />} />
      <Route path={PAGES.dashboard.path} element={<DashboardPage />} />
    </Routes>
  </BrowserRouter>,
  files,
  ['admin'],
);
