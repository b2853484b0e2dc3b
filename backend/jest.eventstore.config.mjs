import base from './jest.config.mjs';

const { EVENT_STORE_TEST_URL, EVENT_STORE_TEST_FAULTS } = process.env;

/**
 * `npm run test:eventstore`: the same suites on the EventStoreDB that EVENT_STORE_TEST_URL names. Each run
 * has streams of its own. The suite that kills and freezes the server runs only if EVENT_STORE_TEST_FAULTS
 * names the command to do so.
 */
export default {
  ...base,
  testMatch: ['**/*.real-store.ts'],
  testPathIgnorePatterns: EVENT_STORE_TEST_FAULTS
    ? ['/node_modules/']
    : ['/node_modules/', 'faults\\.real-store\\.ts$'],
  globals: { EVENT_STORE_TEST_URL, EVENT_STORE_TEST_FAULTS },
  maxWorkers: 1,
};
