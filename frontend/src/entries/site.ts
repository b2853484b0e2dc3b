import type { PageName } from '@siegel/contracts/enums';
import { startSite } from '../documents/site.js';
import { countPageView } from '../lib/counting.js';

const named = document.querySelector<HTMLElement>('script[data-counted]')?.dataset['counted'] ?? 'other';
// A view of an unknown address below `/admin/` is counted as a view of the admin page.
countPageView(window.location.pathname.startsWith('/admin/') ? 'admin' : (named as PageName));
startSite();
