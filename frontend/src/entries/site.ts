import { startSite } from '../documents/site.js';
import { trackPageView } from '../lib/analytics.js';

trackPageView(window.location.pathname);
startSite();
