import { killedBackendJourney } from './testing/killed-backend-journey.js';
import { ownPrefix, realStoreUrl } from './testing/real-store.js';

killedBackendJourney('a real EventStoreDB', () => ({ EVENT_STORE_URL: realStoreUrl(), EVENT_STORE_PREFIX: ownPrefix() }));
