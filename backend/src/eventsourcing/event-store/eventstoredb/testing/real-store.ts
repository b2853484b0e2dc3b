import { randomUUID } from 'node:crypto';

declare const EVENT_STORE_TEST_URL: string | undefined;
declare const EVENT_STORE_TEST_FAULTS: string | undefined;

/** Address of the real server that `npm run test:eventstore` uses. @throws Error if none is configured */
export function realStoreUrl(): string {
  if (EVENT_STORE_TEST_URL === undefined) throw new Error('EVENT_STORE_TEST_URL must name an EventStoreDB.');
  return EVENT_STORE_TEST_URL;
}

/** The command that kills and freezes it; undefined if none is configured. */
export const realStoreFaults = (): string | undefined => EVENT_STORE_TEST_FAULTS;

/** A stream prefix for one run, so that the server stays usable for others. */
export const ownPrefix = (): string => `siegel-test-${randomUUID()}-`;
