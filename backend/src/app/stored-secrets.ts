import type { StoredSecrets } from '../vault/check-values.js';
import { knownAppendKeys } from './append-secret.js';
import type { InfrastructureOptions } from './infrastructure-options.js';

/** Returns the secrets on which stored data depends. */
export const storedSecretsOf = (
  secrets: InfrastructureOptions['secrets'],
): StoredSecrets & Required<Omit<StoredSecrets, 'append'>> => ({
  master: [secrets.masterKey, ...(secrets.masterKeyOld === undefined ? [] : [secrets.masterKeyOld])],
  index: [secrets.indexKey],
  session: secrets.sessionSecrets,
  checkpoint: secrets.checkpointKeys,
  ...(secrets.appendKeys === undefined ? {} : { append: knownAppendKeys(secrets.appendKeys) }),
});
