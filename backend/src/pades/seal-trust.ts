import type { X509Certificate } from 'node:crypto';
import type { SealCertificates } from './seal-certificates.js';
import type { SealIdentity } from './seal-identity.js';

/** Certificates that are trusted when seals are verified. */
export interface SealTrustSource {
  /**
   * DER of every certificate with which this service ever sealed a document, and of the current certificate.
   */
  readonly certificates: () => Promise<readonly Buffer[]>;
  /** DER of the current certificate. */
  readonly own: Buffer;
  /** Authorities whose timestamps are trusted. */
  readonly timestampRoots: readonly X509Certificate[];
}

export function sealTrust(
  identity: Pick<SealIdentity, 'chain'>,
  kept: Pick<SealCertificates, 'all'>,
  timestampRoots: readonly X509Certificate[],
): SealTrustSource {
  const [own] = identity.chain;
  return {
    own,
    timestampRoots,
    certificates: async () => {
      const past = (await kept.all()).map(({ certificate }) => certificate);
      return past.some((certificate) => certificate.equals(own)) ? past : [...past, own];
    },
  };
}
