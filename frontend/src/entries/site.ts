import type { PageName } from '@siegel/contracts/enums';
import { startSite } from '../documents/site.js';
import { countPageView } from '../lib/counting.js';

const named = document.querySelector<HTMLElement>('script[data-counted]')?.dataset['counted'] ?? 'other';
// An unknown address below `/admin/` counts as admin too.
countPageView(window.location.pathname.startsWith('/admin/') ? 'admin' : (named as PageName));
startSite();
