import { type PageId, PAGES } from '@siegel/contracts/pages';
import { lazy, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Shell } from './shell.js';

const HomePage = lazy(() => import('../features/home/home-page.js'));
/** The wizard checks its input with decorated classes, which need the metadata library; nothing else does. */
const WizardPage = lazy(async () => {
  await import('reflect-metadata');
  return import('../features/wizard/wizard-page.js');
});
const SigningPage = lazy(() => import('../features/signing-page/signing-page.js'));
const HowItWorksPage = lazy(() => import('../features/pages/how-it-works-page.js'));
const FaqPage = lazy(() => import('../features/pages/faq-page.js'));
const AboutPage = lazy(() => import('../features/pages/about-page.js'));
const ContactPage = lazy(() => import('../features/pages/contact-page.js'));
const LegalPage = lazy(() => import('../features/pages/legal-page.js'));
const PrivacyPage = lazy(() => import('../features/pages/privacy-page.js'));
const VerificationPage = lazy(() => import('../features/verification/verification-page.js'));
const LoginPage = lazy(() => import('../features/admin/login-page.js'));
const DashboardPage = lazy(() => import('../features/admin/dashboard-page.js'));
const NotFoundPage = lazy(() => import('../features/pages/not-found-page.js'));

const ELEMENTS: Readonly<Record<PageId, ReactElement>> = {
  home: <HomePage />,
  create: <WizardPage />,
  ndas: <WizardPage />,
  nda: <WizardPage />,
  sign: <SigningPage />,
  remoteSignature: <SigningPage />,
  howItWorks: <HowItWorksPage />,
  faq: <FaqPage />,
  about: <AboutPage />,
  contact: <ContactPage />,
  legal: <LegalPage />,
  privacy: <PrivacyPage />,
  verify: <VerificationPage />,
  admin: <LoginPage />,
  dashboard: <DashboardPage />,
};

/** Pages that bring their own header. */
const BARE: ReadonlySet<PageId> = new Set<PageId>(['admin', 'dashboard']);

const routes = (bare: boolean) =>
  (Object.keys(ELEMENTS) as PageId[])
    .filter((id) => BARE.has(id) === bare)
    .map((id) => <Route key={id} path={PAGES[id].path} element={ELEMENTS[id]} />);

/** The pages at their addresses (rule:pages-and-addresses). */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        {routes(false)}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route element={<Shell bare />}>{routes(true)}</Route>
    </Routes>
  );
}
