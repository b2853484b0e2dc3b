import {
  createHash,
  createPrivateKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { promisify } from 'node:util';
import { HOUR_MS } from '@siegel/contracts/limits';
import { BitString } from 'asn1js';
import { issueCertificate } from './issue-certificate.js';
import { OID } from './oids.js';
import { extensionOf, readAsn1, readCertificate } from './read-asn1.js';
import { P12Refused, readP12 } from './read-p12.js';
import { writeP12 } from './write-p12.js';
import { OperatorError } from '../platform/errors/operator-error.js';

const newKeyPair = promisify(generateKeyPair);

/**
 * 3072 bits match a security of 128 bits. New keys are RSA keys because every PDF reader verifies RSA
 * signatures, but not every reader verifies ECDSA.
 */
const RSA_BITS = 3072;
const RSA_BITS_MIN = 2048;
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];
/** digitalSignature and nonRepudiation. */
const SIGNING_BITS = 0xc0;
const YEARS = 3;
/**
 * The validity of a new certificate begins this many milliseconds before its creation. The clocks of the
 * backends differ, and the certificate must be valid for all of them.
 */
const EARLIER = HOUR_MS;
/**
 * Maximum size of the certificate chain. Each document's signature contains the chain, and a longer chain
 * would leave no room for a timestamp.
 */
const CHAIN_MAX_BYTES = 8192;

/** The sealing certificate and its private key. */
export interface SealIdentity {
  /**
   * DER. The sealing certificate comes first. Each certificate is followed by the certificate of its issuer,
   * if SEAL_P12 contains it.
   */
  readonly chain: readonly [Buffer, ...Buffer[]];
  readonly key: KeyObject;
  /** SHA-256 of the certificate, hexadecimal. */
  readonly certificateHash: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const PROBLEM_TEXTS = {
  unreadable: 'it is not a readable PKCS #12 file (.p12, .pfx).',
  wrong_password: 'SEAL_P12_PASSWORD does not open it.',
  no_key: 'it holds no private key.',
  no_certificate: 'it holds no certificate that belongs to its private key.',
  weak_key: `its key is too weak or of an unsupported kind. Supported are RSA from ${RSA_BITS_MIN} bits, and ECDSA on P-256, P-384 or P-521.`,
  not_for_signing:
    'its certificate is not for signatures: it needs the key usage digitalSignature or nonRepudiation.',
  chain_too_long: `its certificates are larger than ${CHAIN_MAX_BYTES} bytes together. Leave out those that are not needed.`,
};
export type SealIdentityProblem = keyof typeof PROBLEM_TEXTS;

/** Thrown if SEAL_P12 cannot be used. The message says what to do, and never contains the password. */
export class SealIdentityUnusable extends OperatorError {
  constructor(
    readonly problem: SealIdentityProblem,
    options?: ErrorOptions,
  ) {
    super(`SEAL_P12 cannot be used: ${PROBLEM_TEXTS[problem]}`, options);
  }
}

/**
 * Creates a seal identity if the operator provides none. Its certificate is self-signed and valid for three
 * years.
 * @param subject common name of the certificate
 */
export async function createSealIdentity(wanted: {
  readonly subject: string;
  readonly now: Date;
  /** A random password by default. */
  readonly password?: string;
}): Promise<{ p12: Buffer; password: string }> {
  const { publicKey, privateKey } = await newKeyPair('rsa', { modulusLength: RSA_BITS });
  const notAfter = new Date(wanted.now);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS);
  const certificate = await issueCertificate(
    {
      subject: wanted.subject,
      publicKey,
      notBefore: new Date(wanted.now.getTime() - EARLIER),
      notAfter,
      keyUsage: ['digitalSignature', 'nonRepudiation'],
      extendedKeyUsage: { purposes: [OID.documentSigning, OID.emailProtection], critical: false },
    },
    privateKey,
  );
  const password = wanted.password ?? randomBytes(32).toString('hex');
  return { p12: await writeP12(privateKey, certificate, password), password };
}

/**
 * Opens the PKCS #12 file of a seal identity. Accepts an expired certificate, because seals that it made stay
 * valid and the service reports the expiry elsewhere.
 * @throws SealIdentityUnusable
 */
export function openSealIdentity(p12: Buffer, password: string): SealIdentity {
  const { keys, certificates } = read(p12, password);
  if (keys.length === 0) throw new SealIdentityUnusable('no_key');
  const all = certificates.map((der) => new X509Certificate(der));
  for (const der of keys) {
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const certificate = all.find((one) => one.checkPrivateKey(key));
    if (certificate !== undefined) return identityOf(key, chainOf(certificate, all));
  }
  throw new SealIdentityUnusable('no_certificate');
}

function read(p12: Buffer, password: string): ReturnType<typeof readP12> {
  try {
    return readP12(p12, password);
  } catch (error) {
    throw new SealIdentityUnusable(error instanceof P12Refused ? error.code : 'unreadable', { cause: error });
  }
}

function chainOf(
  certificate: X509Certificate,
  all: readonly X509Certificate[],
): [X509Certificate, ...X509Certificate[]] {
  const chain: [X509Certificate, ...X509Certificate[]] = [certificate];
  for (;;) {
    const last = chain.at(-1) ?? certificate;
    const issuer = all.find(
      (one) => !chain.includes(one) && last.checkIssued(one) && last.verify(one.publicKey),
    );
    if (issuer === undefined) return chain;
    chain.push(issuer);
  }
}

function identityOf(
  key: KeyObject,
  [certificate, ...issuers]: [X509Certificate, ...X509Certificate[]],
): SealIdentity {
  if (!isStrong(key)) throw new SealIdentityUnusable('weak_key');
  if (!maySign(certificate.raw)) throw new SealIdentityUnusable('not_for_signing');
  const chain = [certificate.raw, ...issuers.map((one) => one.raw)] as const;
  if (chain.reduce((bytes, der) => bytes + der.length, 0) > CHAIN_MAX_BYTES)
    throw new SealIdentityUnusable('chain_too_long');
  return {
    chain: [chain[0], ...chain.slice(1)],
    key,
    certificateHash: createHash('sha256').update(certificate.raw).digest('hex'),
    notBefore: new Date(certificate.validFrom),
    notAfter: new Date(certificate.validTo),
  };
}

function isStrong(key: KeyObject): boolean {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa') return modulusLength >= RSA_BITS_MIN;
  return key.asymmetricKeyType === 'ec' && CURVES.includes(namedCurve);
}

/**
 * True if the certificate may be used for signatures. A certificate without the extension keyUsage may be
 * used for everything (RFC 5280, 4.2.1.3).
 */
function maySign(der: Buffer): boolean {
  const extension = extensionOf(readCertificate(der), OID.keyUsage);
  const usage = extension && readAsn1(extension.value);
  return !(usage instanceof BitString) || ((usage.valueBlock.valueHexView[0] ?? 0) & SIGNING_BITS) !== 0;
}
