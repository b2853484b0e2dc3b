import { AppendKeys } from '../append-keys.js';
import { createTrust, type Trust, type TrustParts } from '../create-trust.js';

/** Identity of the log in tests. */
export const TEST_LOG = `log-${'5e'.repeat(16)}`;
/** The key of the log in tests. */
export const TEST_APPEND_KEY = Buffer.alloc(32, 'append');

export const TEST_KEYS = new AppendKeys(TEST_LOG, [TEST_APPEND_KEY]);

/**
 * The trust of a process in a test. All tests have the same key, so several processes can share a store.
 * @param store may lack the methods that the test does not need
 */
export const trustOn = (
  store: Pick<TrustParts['store'], 'readStream'>,
  parts: Partial<Omit<TrustParts, 'store'>> = {},
): Trust => createTrust({ store: store as TrustParts['store'], keys: TEST_KEYS, ...parts });
