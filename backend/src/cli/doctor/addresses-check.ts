import { hiddenAddressesWarning, recentAddresses, SHOW_ADDRESSES } from '../../app/client-addresses.js';
import { storedSecretsOf } from '../../app/stored-secrets.js';
import { createServiceJournal } from '../../app/service-journal.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { createMasterKeyring } from '../../vault/master-keyring.js';
import { createVault } from '../../vault/create-vault.js';
import { type Check, notTried, ok, type CheckResult, warning } from './check.js';
import type { Context, Connections } from './context.js';
import { LOG_KEYS, NO_LOG, trustOf } from './trusted-reader.js';

/** Returns a read-only journal. */
function journalOf(context: Context, { pool, log }: Connections) {
  const { secrets, clock } = context;
  const [masterKey, ...older] = storedSecretsOf(secrets).master;
  const masterKeys = createMasterKeyring(masterKey, older);
  const vault = createVault({
    pool,
    masterKeys,
    clock,
    logger: silentLogger,
    // This check does not need the reason why a key is missing. Another check reports the reason.
    isCalledFor: async () => undefined,
    tampering: { found: () => undefined },
  });
  const store = { append: () => Promise.reject(new Error('the doctor appends nothing')) };
  return createServiceJournal({ store, trust: trustOf(context, log, pool), vault, logger: silentLogger });
}

async function checkAddresses(context: Context, connections: Connections): Promise<CheckResult> {
  const addresses = await recentAddresses(connections.pool, journalOf(context, connections));
  const said = hiddenAddressesWarning(addresses);
  return said === undefined
    ? ok('The IP addresses recorded with the newest signatures look like client addresses.')
    : warning(said, SHOW_ADDRESSES);
}

/**
 * Checks that the IP addresses recorded as evidence are addresses of clients, not of a proxy
 * (rule:client-addresses-are-evidence).
 */
export const addressesCheck = (context: Context, connections: Connections): Check => ({
  name: 'client addresses',
  needs: ['keys', LOG_KEYS],
  todo: SHOW_ADDRESSES,
  run: async () =>
    context.secrets.appendKeys === undefined ? notTried(NO_LOG) : checkAddresses(context, connections),
});
