import type { PageId } from '@siegel/contracts/pages';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../components/notice.js';
import { Skeleton } from '../components/skeleton.js';
import HomePage from '../features/home/home-page.js';
import AboutPage from '../features/pages/about-page.js';
import ContactPage from '../features/pages/contact-page.js';
import FaqPage from '../features/pages/faq-page.js';
import HowItWorksPage from '../features/pages/how-it-works-page.js';
import LegalPage from '../features/pages/legal-page.js';
import NotFoundPage from '../features/pages/not-found-page.js';
import PrivacyPage from '../features/pages/privacy-page.js';
import { VerificationStart } from '../features/verification/verification-start.js';
import { WithdrawalStart } from '../features/withdrawal/withdrawal-start.js';
import { AgreementWaiting, DraftWaiting } from '../features/wizard/wizard-waiting.js';

const ROOT = 'root';

/**
 * Tells readers that the page needs scripts. Shown only if scripts are off. Then `messages.css` hides the
 * initial content, because no application would ever replace it.
 */
function NeedsScript() {
  const { t } = useTranslation('documents');
  return (
    <noscript>
      <div className="page-width page">
        <Notice tone="warn" title={t('needsScript.title')}>
          {t('needsScript.text')}
        </Notice>
      </div>
    </noscript>
  );
}

/** Content of a page before its application starts. The application then replaces this content. */
function InitialContent({ with: beginning }: { with: ReactElement }) {
  return (
    <>
      <NeedsScript />
      <div id={ROOT} className="needs-script">
        {beginning}
      </div>
    </>
  );
}

/** An outline of the content to come. */
function LoadingOutline() {
  return (
    <InitialContent
      with={
        <div className="page-width page">
          <div className="page-measure">
            <Skeleton title />
          </div>
        </div>
      }
    />
  );
}

/** The content between header and footer, as it is before any script has run. */
export const CONTENTS: Readonly<Record<PageId | 'notFound', ReactElement>> = {
  home: <HomePage />,
  howItWorks: <HowItWorksPage />,
  faq: <FaqPage />,
  about: <AboutPage />,
  contact: <ContactPage />,
  legal: <LegalPage />,
  privacy: <PrivacyPage />,
  notFound: <NotFoundPage />,
  create: <InitialContent with={<DraftWaiting />} />,
  ndas: <InitialContent with={<DraftWaiting />} />,
  nda: <InitialContent with={<AgreementWaiting />} />,
  verify: (
    <div id={ROOT}>
      <VerificationStart />
    </div>
  ),
  withdraw: (
    <div id={ROOT}>
      <WithdrawalStart />
    </div>
  ),
  sign: <LoadingOutline />,
  remoteSignature: <LoadingOutline />,
  dispute: <LoadingOutline />,
  continue: <LoadingOutline />,
  reminders: <LoadingOutline />,
  admin: <LoadingOutline />,
  dashboard: <LoadingOutline />,
  audit: <LoadingOutline />,
  auditedNda: <LoadingOutline />,
};
