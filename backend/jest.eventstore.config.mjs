import base from './jest.config.mjs';

/**
 * `npm run test:eventstore`: the same suites on the EventStoreDB that EVENT_STORE_TEST_URL names. Each run
 * has streams of its own.
 */
export default {
  ...base,
  testMatch: ['**/*.real-store.ts'],
  globals: { EVENT_STORE_TEST_URL: process.env.EVENT_STORE_TEST_URL },
  maxWorkers: 1,
};
