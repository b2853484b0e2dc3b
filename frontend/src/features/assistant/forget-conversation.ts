import { session } from '../../lib/storage.js';

/** In the storage of the tab. */
export const ASSISTANT_KEY = 'assistant';

/** At the logout (rule:conversation-ends-with-the-session). */
export const forgetConversation = (): void => session.remove(ASSISTANT_KEY);
