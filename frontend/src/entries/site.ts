import type { PageName } from '@siegel/contracts/enums';
import { startSite } from '../documents/site.js';
import { countPageView } from '../lib/counting.js';

const named = document.querySelector<HTMLElement>('script[data-counted]')?.dataset['counted'] ?? 'other';
// An address below the office that has no page is still the office.
countPageView(window.location.pathname.startsWith('/admin/') ? 'admin' : (named as PageName));
startSite();
