import { toasts } from '../components/toast-store.js';
import { createQueryClient } from '../lib/query-client.js';

/** What an application has read; there is one per document. */
export const queryClient = createQueryClient(toasts.clear);
