import type { PageName } from '@siegel/contracts/enums';
import { startSite } from '../documents/site.js';
import { countPageView } from '../lib/counting.js';

const named = document.querySelector<HTMLElement>('script[data-counted]')?.dataset['counted'] ?? 'other';
// An address below the admin pages that has no page still counts as admin.
countPageView(window.location.pathname.startsWith('/admin/') ? 'admin' : (named as PageName));
startSite();
