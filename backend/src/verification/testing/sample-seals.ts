import { createHash, generateKeyPairSync, type KeyObject, webcrypto, X509Certificate } from 'node:crypto';
import { CertificateRevocationList, Time, TimeType } from 'pkijs';
import { issueCertificate, nameOf } from '../../pades/issue-certificate.js';
import { OID } from '../../pades/oids.js';
import { certificateBytes } from '../../pades/parse-cms.js';
import { createSealIdentity, openSealIdentity, type SealIdentity } from '../../pades/seal-identity.js';

const TIMES = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2046-01-01T00:00:00Z') };
const ROOT = nameOf('Sample root');
const RSA_BITS = 3072;

const KEYS = {
  RSA: () => generateKeyPairSync('rsa', { modulusLength: RSA_BITS }),
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
} as const;
/** `default`: the seal that the service creates if the operator provides none. */
export type SealKey = keyof typeof KEYS | 'default';

/**
 * A certificate authority, the seals that it issued (one for each kind of key), the default seal, and the
 * authority's revocation list, which is empty.
 */
export interface SampleSeals {
  readonly root: X509Certificate;
  /** The revocation list, in DER. */
  readonly revocations: Buffer;
  readonly identities: { readonly [K in SealKey]: SealIdentity };
}

const identityOf = (chain: SealIdentity['chain'], key: KeyObject): SealIdentity => ({
  chain,
  key,
  certificateHash: createHash('sha256').update(chain[0]).digest('hex'),
  ...TIMES,
});

async function ownIdentity(now: Date): Promise<SealIdentity> {
  const { p12, password } = await createSealIdentity({ subject: 'Siegel', now });
  return openSealIdentity(p12, password);
}

async function emptyRevocations(key: KeyObject, at: Date): Promise<Buffer> {
  const list = new CertificateRevocationList({
    version: 1,
    issuer: ROOT,
    thisUpdate: new Time({ type: TimeType.UTCTime, value: at }),
    nextUpdate: new Time({ type: TimeType.UTCTime, value: TIMES.notAfter }),
  });
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const bytes = Uint8Array.from(key.export({ format: 'der', type: 'pkcs8' }));
  await list.sign(await webcrypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign']), 'SHA-256');
  return Buffer.from(list.toSchema().toBER(false));
}

/**
 * Creates the seals. The root has an RSA key, because RSA signatures all have the same length. The bytes of a
 * document therefore have the same offsets in each run.
 * @param at time of the revocation list, and of the creation of the default seal
 */
export async function createSampleSeals(at: Date): Promise<SampleSeals> {
  const rootKeys = KEYS.RSA();
  const root = certificateBytes(
    await issueCertificate(
      {
        ...TIMES,
        subject: 'Sample root',
        publicKey: rootKeys.publicKey,
        keyUsage: ['keyCertSign', 'cRLSign'],
        isAuthority: true,
      },
      rootKeys.privateKey,
    ),
  );
  const issue = async (kind: keyof typeof KEYS): Promise<SealIdentity> => {
    const { publicKey, privateKey } = KEYS[kind]();
    const certificate = await issueCertificate(
      {
        ...TIMES,
        subject: `Sample seal ${kind}`,
        publicKey,
        keyUsage: ['digitalSignature', 'nonRepudiation'],
        extendedKeyUsage: { purposes: [OID.documentSigning, OID.emailProtection], critical: false },
      },
      { name: ROOT, privateKey: rootKeys.privateKey },
    );
    return identityOf([certificateBytes(certificate), root], privateKey);
  };
  return {
    root: new X509Certificate(root),
    revocations: await emptyRevocations(rootKeys.privateKey, at),
    identities: {
      RSA: await issue('RSA'),
      'P-256': await issue('P-256'),
      'P-384': await issue('P-384'),
      default: await ownIdentity(at),
    },
  };
}
