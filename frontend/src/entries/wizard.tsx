import { PAGES } from '@siegel/contracts/pages';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import type { Texts } from '../app/load-namespace.js';
import { startApplication } from '../app/start-application.js';
import { ndaKey } from '../features/nda/nda-query.js';
import { FollowRoute } from '../app/follow-route.js';
import WizardPage from '../features/wizard/wizard-page.js';

const files = import.meta.glob<Texts>(
  '../locales/*/{common.json,cookies.json,wizard.texts.ts,finish.texts.ts}',
);

/** Key of the first request on the page of an agreement. */
const ndaAt = (path: string) => {
  const id = /^\/nda\/([\w-]+)/.exec(path)?.[1];
  return id === undefined ? undefined : ndaKey(id);
};

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
  ndaAt(window.location.pathname),
);
