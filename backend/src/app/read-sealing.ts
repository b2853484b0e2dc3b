import type { X509Certificate } from 'node:crypto';
import { timestampRoots } from '../pades/create-seal.js';
import { openSealIdentity, type SealIdentity } from '../pades/seal-identity.js';
import type { Config } from '../platform/config/config.js';
import type { Secrets } from './secrets.js';

/** What documents are sealed with. */
export interface Sealing {
  readonly identity: SealIdentity;
  /** Whose timestamps are believed. */
  readonly roots: readonly X509Certificate[];
}

/** What is wrong with it is said before anything is opened. */
export async function readSealing({
  config,
  secrets,
}: {
  readonly config: Pick<Config, 'tsaCa'>;
  readonly secrets: Pick<Secrets, 'sealP12' | 'sealP12Password'>;
}): Promise<Sealing> {
  return {
    identity: openSealIdentity(secrets.sealP12, secrets.sealP12Password),
    roots: await timestampRoots(config.tsaCa),
  };
}
