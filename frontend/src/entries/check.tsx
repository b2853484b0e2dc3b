import { startApplication } from '../app/start-application.js';
import VerificationPage from '../features/verification/verification-page.js';
import { countPageView } from '../lib/counting.js';
import { offerEnglish } from '../lib/language-offer.js';

countPageView('other');
offerEnglish();
await startApplication(<VerificationPage />, ['verification']);
