import { session } from '../../lib/storage.js';

/** Key in the tab's storage. */
export const ASSISTANT_KEY = 'assistant';

/** Called at the logout (rule:conversation-ends-with-the-session). */
export const forgetConversation = (): void => session.remove(ASSISTANT_KEY);
