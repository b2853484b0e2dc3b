import base from './jest.config.mjs';

const { EVENT_STORE_TEST_URL, EVENT_STORE_TEST_FAULTS } = process.env;

/**
 * Configuration of `npm run test:eventstore`: the suites in `*.real-store.ts`, on the EventStoreDB that
 * EVENT_STORE_TEST_URL names. Each run uses its own streams. The suite that kills and freezes the server runs
 * only if EVENT_STORE_TEST_FAULTS names a command that can do so.
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
