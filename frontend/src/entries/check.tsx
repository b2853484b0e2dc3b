import type { Texts } from '../app/load-namespace.js';
import { startApplication } from '../app/start-application.js';
import VerificationPage from '../features/verification/verification-page.js';
import { countPageView } from '../lib/counting.js';
import { offerEnglish } from '../lib/language-offer.js';

const files = import.meta.glob<Texts>('../locales/*/{common,verification}.json');
countPageView('other');
offerEnglish();
await startApplication(<VerificationPage />, files, ['verification']);
