import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import * as asn1 from 'asn1js';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtKeyUsage,
  Extension,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
  TimeType,
} from 'pkijs';
import { OID } from './oids.js';
import { readAsn1 } from './read-asn1.js';

const signAsync = promisify(sign);

/** Bits of the extension keyUsage (RFC 5280, 4.2.1.3). Bit 0 is the leftmost bit of the byte. */
const KEY_USAGE = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04, cRLSign: 0x02 } as const;

export interface CertificateTemplate {
  /** Common name. */
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly keyUsage: readonly (keyof typeof KEY_USAGE)[];
  readonly extendedKeyUsage?: { readonly purposes: readonly string[]; readonly critical: boolean };
  readonly isAuthority?: boolean;
  /** Maximum number of further authorities below this authority in a chain. */
  readonly pathLength?: number;
}

export interface Issuer {
  readonly name: RelativeDistinguishedNames;
  readonly privateKey: KeyObject;
}

export type Digest = 'sha256' | 'sha384';

const ECDSA: Readonly<Record<Digest, string>> = {
  sha256: OID.ecdsaWithSha256,
  sha384: OID.ecdsaWithSha384,
};
const RSA: Readonly<Record<Digest, string>> = { sha256: OID.sha256WithRsa, sha384: OID.sha384WithRsa };

/**
 * Returns the signature algorithm that this service uses with this type of key and this digest. RSA
 * signatures use PKCS #1 v1.5. Every PDF reader supports it, and the same input always gives the same bytes.
 */
export function signatureAlgorithmOf(
  key: Pick<KeyObject, 'asymmetricKeyType'>,
  digest: Digest = 'sha256',
): AlgorithmIdentifier {
  return key.asymmetricKeyType === 'ec'
    ? new AlgorithmIdentifier({ algorithmId: ECDSA[digest] })
    : new AlgorithmIdentifier({ algorithmId: RSA[digest], algorithmParams: new asn1.Null() });
}

/** Returns a signature in the form that CMS and X.509 use. Node computes it outside the event loop. */
export const signWith = (digest: Digest, bytes: Uint8Array, key: KeyObject): Promise<Buffer> =>
  signAsync(digest, bytes, key);

export const nameOf = (commonName: string): RelativeDistinguishedNames =>
  new RelativeDistinguishedNames({
    typesAndValues: [
      new AttributeTypeAndValue({ type: OID.commonName, value: new asn1.Utf8String({ value: commonName }) }),
    ],
  });

/**
 * Returns the time in the form that RFC 5280, 4.1.2.5, requires: without fractions of seconds, and as UTCTime
 * up to the year 2049.
 */
const timeOf = (at: Date): Time =>
  new Time({
    type: at.getUTCFullYear() < 2050 ? TimeType.UTCTime : TimeType.GeneralizedTime,
    value: new Date(Math.floor(at.getTime() / 1000) * 1000),
  });

const extension = (extnID: string, critical: boolean, value: asn1.BaseBlock): Extension =>
  new Extension({ extnID, critical, extnValue: value.toBER(false) });

const publicKeyInfo = (key: KeyObject): PublicKeyInfo =>
  new PublicKeyInfo({ schema: readAsn1(key.export({ format: 'der', type: 'spki' })) });

/**
 * Returns the SHA-1 of the public key's bits (RFC 5280, 4.2.1.2, method 1). It serves only as an identifier.
 */
function keyIdentifier(publicKey: KeyObject): asn1.OctetString {
  const bits = publicKeyInfo(publicKey).subjectPublicKey.valueBlock.valueHexView;
  return new asn1.OctetString({ valueHex: Uint8Array.from(createHash('sha1').update(bits).digest()) });
}

function usageBits(uses: CertificateTemplate['keyUsage']): asn1.BitString {
  const bits = uses.reduce((all, use) => all | KEY_USAGE[use], 0);
  const unusedBits = 31 - Math.clz32(bits & -bits);
  return new asn1.BitString({ valueHex: Uint8Array.of(bits), unusedBits });
}

function extensionsOf(template: CertificateTemplate, issuerKey: KeyObject): Extension[] {
  const { isAuthority = false, pathLength, extendedKeyUsage } = template;
  const constraints = new BasicConstraints({
    cA: isAuthority,
    ...(pathLength === undefined ? {} : { pathLenConstraint: pathLength }),
  });
  const issuerId = new AuthorityKeyIdentifier({ keyIdentifier: keyIdentifier(issuerKey) });
  return [
    extension(OID.basicConstraints, true, constraints.toSchema()),
    extension(OID.keyUsage, true, usageBits(template.keyUsage)),
    ...(extendedKeyUsage === undefined
      ? []
      : [
          extension(
            OID.extendedKeyUsage,
            extendedKeyUsage.critical,
            new ExtKeyUsage({ keyPurposes: [...extendedKeyUsage.purposes] }).toSchema(),
          ),
        ]),
    extension(OID.subjectKeyIdentifier, false, keyIdentifier(template.publicKey)),
    extension(OID.authorityKeyIdentifier, false, issuerId.toSchema()),
  ];
}

/** A positive number of 127 bits, never zero (RFC 5280, 4.1.2.2). */
function serialNumber(): asn1.Integer {
  const bytes = Uint8Array.from(randomBytes(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return new asn1.Integer({ valueHex: bytes });
}

/**
 * Returns an X.509 v3 certificate, self-signed if there is no issuer.
 * @param own the certificate's private key if it is self-signed, otherwise the issuer
 */
export async function issueCertificate(
  template: CertificateTemplate,
  own: KeyObject | Issuer,
): Promise<Certificate> {
  const name = nameOf(template.subject);
  const issuer = 'privateKey' in own ? own : { name, privateKey: own };
  const algorithm = signatureAlgorithmOf(issuer.privateKey);
  const certificate = new Certificate({
    version: 2,
    serialNumber: serialNumber(),
    signature: algorithm,
    issuer: issuer.name,
    notBefore: timeOf(template.notBefore),
    notAfter: timeOf(template.notAfter),
    subject: name,
    subjectPublicKeyInfo: publicKeyInfo(template.publicKey),
    extensions: extensionsOf(template, createPublicKey(issuer.privateKey)),
    signatureAlgorithm: algorithm,
  });
  certificate.tbsView = new Uint8Array(certificate.encodeTBS().toBER(false));
  certificate.signatureValue = new asn1.BitString({
    valueHex: Uint8Array.from(await signWith('sha256', certificate.tbsView, issuer.privateKey)),
  });
  return certificate;
}
