import { startApplication } from '../app/start-application.js';
import SigningPage from '../features/signing-page/signing-page.js';
import { countPageView } from '../lib/counting.js';

countPageView('other');
await startApplication(<SigningPage token={window.location.pathname.split('/')[2] ?? ''} />, [
  'signing-page',
]);
