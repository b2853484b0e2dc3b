import { randomUUID } from 'node:crypto';

declare const EVENT_STORE_TEST_URL: string | undefined;
declare const EVENT_STORE_TEST_FAULTS: string | undefined;

/**
 * Returns the address of the real server for `npm run test:eventstore`.
 * @throws Error if no address is configured
 */
export function realStoreUrl(): string {
  if (EVENT_STORE_TEST_URL === undefined) throw new Error('EVENT_STORE_TEST_URL must name an EventStoreDB.');
  return EVENT_STORE_TEST_URL;
}

/** Returns the command that kills and freezes the real server. Undefined if no command is configured. */
export const realStoreFaults = (): string | undefined => EVENT_STORE_TEST_FAULTS;

/** Returns a stream prefix for one run, so that other runs can use the same server. */
export const ownPrefix = (): string => `siegel-test-${randomUUID()}-`;
