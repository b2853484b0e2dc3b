import { startApplication } from '../app/start-application.js';
import VerificationPage from '../features/verification/verification-page.js';
import { trackPageView } from '../lib/analytics.js';
import { offerEnglish } from '../lib/language-offer.js';

trackPageView(window.location.pathname);
offerEnglish();
await startApplication(<VerificationPage />, ['verification']);
