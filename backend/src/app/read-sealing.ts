import type { X509Certificate } from 'node:crypto';
import { timestampRoots } from '../pades/create-seal.js';
import { openSealIdentity, type SealIdentity } from '../pades/seal-identity.js';
import type { Config } from '../platform/config/config.js';
import type { Secrets } from './secrets.js';

/** The identity that seals documents, and the trusted roots for timestamps. */
export interface Sealing {
  readonly identity: SealIdentity;
  /** Root certificates of the authorities whose timestamps we trust. */
  readonly roots: readonly X509Certificate[];
}

/**
 * Reads the seal. Call this function before anything else is opened, so that a start reports faults of the
 * seal first.
 */
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
