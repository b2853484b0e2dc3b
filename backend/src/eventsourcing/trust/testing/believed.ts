import type { UntrustedEvent } from '../../event-store/event-store.js';
import type { StoredEvent } from '../authenticate.js';

/** Believes an event unchecked. For tests of code behind the check, with events that the test itself made. */
export const believed = (event: UntrustedEvent): StoredEvent => event as StoredEvent;
