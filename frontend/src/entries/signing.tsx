import { startApplication } from '../app/start-application.js';
import SigningPage from '../features/signing-page/signing-page.js';
import { trackPageView } from '../lib/analytics.js';

trackPageView(window.location.pathname);
await startApplication(<SigningPage token={window.location.pathname.split('/')[2] ?? ''} />, [
  'signing-page',
]);
