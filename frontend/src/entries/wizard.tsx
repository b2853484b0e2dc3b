import { PAGES } from '@siegel/contracts/pages';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import type { Texts } from '../app/load-namespace.js';
import { startApplication } from '../app/start-application.js';
import { FollowRoute } from '../app/follow-route.js';
import WizardPage from '../features/wizard/wizard-page.js';

const files = import.meta.glob<Texts>('../locales/*/{common.json,wizard.texts.ts,finish.texts.ts}');

await startApplication(
  <BrowserRouter>
    <FollowRoute />
    <Routes>
      <Route path={PAGES.create.path} element={<WizardPage />} />
      <Route path={PAGES.ndas.path} element={<WizardPage />} />
      <Route path={PAGES.nda.path} element={<WizardPage />} />
    </Routes>
  </BrowserRouter>,
  files,
  ['wizard', 'agreement'],
);
