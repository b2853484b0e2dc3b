import { lazy } from 'react';
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

/** The pages and their addresses (rule:pages-and-addresses). */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path="/" element={<HomePage />} />
        <Route path="/create" element={<WizardPage />} />
        <Route path="/nda/:id/*" element={<WizardPage />} />
        <Route path="/sign/:token" element={<SigningPage />} />
        <Route path="/remote-signature/:token" element={<SigningPage />} />
        <Route path="/how-it-works" element={<HowItWorksPage />} />
        <Route path="/faq" element={<FaqPage />} />
        <Route path="/about" element={<AboutPage />} />
        <Route path="/contact" element={<ContactPage />} />
        <Route path="/legal" element={<LegalPage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        <Route path="/verify" element={<VerificationPage />} />
        <Route path="/admin" element={<LoginPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route element={<Shell bare />}>
        <Route path="/admin/dashboard" element={<DashboardPage />} />
      </Route>
    </Routes>
  );
}
