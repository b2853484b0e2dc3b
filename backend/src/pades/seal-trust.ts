import type { X509Certificate } from 'node:crypto';
import type { SealCertificates } from './seal-certificates.js';
import type { SealIdentity } from './seal-identity.js';

/** By what seals are judged. */
export interface SealTrustSource {
  /** DER of every certificate that ever sealed here, and of the one that seals now. */
  readonly certificates: () => Promise<readonly Buffer[]>;
  /** DER of the certificate that seals now. */
  readonly own: Buffer;
  /** Whose timestamps are believed. */
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
