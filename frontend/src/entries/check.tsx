import { startApplication } from '../app/start-application.js';
import VerificationPage from '../features/verification/verification-page.js';
import { trackPageView } from '../lib/analytics.js';

trackPageView(window.location.pathname);
await startApplication(<VerificationPage />, ['verification']);
