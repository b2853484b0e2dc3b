import {
  ownPrefix,
  realStoreFaults,
  realStoreUrl,
} from '#src/eventsourcing/event-store/eventstoredb/testing/real-store';
import { storeFaultsJourney } from './store-faults-journey.js';

storeFaultsJourney('a real EventStoreDB', () =>
  Promise.resolve({
    environment: { EVENT_STORE_URL: realStoreUrl(), EVENT_STORE_PREFIX: ownPrefix() },
    faults: realStoreFaults() ?? '',
  }),
);
