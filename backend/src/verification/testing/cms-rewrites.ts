import { randomBytes, X509Certificate } from 'node:crypto';
import { type DerElement, elementsIn, readDer } from '../../pades/der.js';
import { twinOfSignature } from '../../pades/low-s.js';

/** Encodes one element in DER. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length =
    size < 0x80
      ? Buffer.of(size)
      : size < 0x100
        ? Buffer.of(0x81, size)
        : Buffer.of(0x82, size >> 8, size & 0xff);
  return Buffer.concat([Buffer.of(tag), length, content]);
}
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const integer = (value: number): Buffer => der(2, Buffer.of(value));
const NULL = hex('0500');

/** Object identifiers in DER, by the name of the thing that they identify. */
const OIDS = {
  md5: hex('0608 2a864886f70d0205'),
  sha1: hex('0605 2b0e03021a'),
  sha256: hex('0609 608648016503040201'),
  sha384: hex('0609 608648016503040202'),
  sha512: hex('0609 608648016503040203'),
  md5WithRsa: hex('0609 2a864886f70d010104'),
  sha1WithRsa: hex('0609 2a864886f70d010105'),
  rsa: hex('0609 2a864886f70d010101'),
  rsaPss: hex('0609 2a864886f70d01010a'),
  sha512WithRsa: hex('0609 2a864886f70d01010d'),
  ecdsaWithSha1: hex('0607 2a8648ce3d0401'),
  ecdsaWithSha256: hex('0608 2a8648ce3d040302'),
  ecdsaWithSha512: hex('0608 2a8648ce3d040304'),
  unknown: hex('0603 2a0304'),
  data: hex('0609 2a864886f70d010701'),
  enveloped: hex('0609 2a864886f70d010703'),
  counterSignature: hex('060b 2a864886f70d01090603'),
  timestamp: hex('060b 2a864886f70d010910020e'),
  keyIdentifier: hex('0603 551d0e'),
} as const;

/** The parts of a CMS, without the DER elements that wrap them. */
interface Taken {
  readonly version: Buffer;
  readonly digests: Buffer;
  readonly content: Buffer;
  readonly certificates: readonly Buffer[];
  /** Elements between certificates and signers. */
  readonly between: readonly Buffer[];
  readonly signer: readonly Buffer[];
  readonly moreSigners: readonly Buffer[];
  /** Elements after the signers. */
  readonly behind: readonly Buffer[];
}
/** Indexes of the parts of a signer. */
const AT = { version: 0, sid: 1, digest: 2, signed: 3, algorithm: 4, signature: 5 } as const;

const bytesIn = (element: DerElement): Buffer[] => elementsIn(element).map(({ bytes }) => bytes);
const inner = (element: Buffer): Buffer[] => bytesIn(readDer(element));

function takenApart(cms: Buffer): Taken {
  const [, explicit] = elementsIn(readDer(cms));
  const [signed] = elementsIn(explicit as DerElement);
  const [version, digests, content, certificates, signers] = elementsIn(signed as DerElement) as [
    DerElement,
    DerElement,
    DerElement,
    DerElement,
    DerElement,
  ];
  const [signer] = elementsIn(signers);
  return {
    version: version.bytes,
    digests: digests.bytes,
    content: content.bytes,
    certificates: bytesIn(certificates),
    between: [],
    signer: bytesIn(signer as DerElement),
    moreSigners: [],
    behind: [],
  };
}

const signedDataOf = (taken: Taken): Buffer =>
  der(
    0x30,
    taken.version,
    taken.digests,
    taken.content,
    ...(taken.certificates.length === 0 ? [] : [der(0xa0, ...taken.certificates)]),
    ...taken.between,
    der(0x31, der(0x30, ...taken.signer), ...taken.moreSigners),
    ...taken.behind,
  );
const SIGNED_DATA = hex('0609 2a864886f70d010702');
const wrapped = (signedData: Buffer, ...more: readonly Buffer[]): Buffer =>
  der(0x30, SIGNED_DATA, der(0xa0, signedData), ...more);

const attribute = (type: Buffer, ...values: readonly Buffer[]): Buffer =>
  der(0x30, type, der(0x31, ...values));
const junk = (size: number): Buffer => der(4, Buffer.alloc(size, 'anything '));

/** A revocation list that revokes no certificate (RFC 5280, 5.1). */
const revocations = (issuer: Buffer, algorithm: Buffer): Buffer =>
  der(
    0x30,
    der(0x30, algorithm, issuer, der(0x17, Buffer.from('261112140000Z'))),
    algorithm,
    der(3, Buffer.alloc(33)),
  );

/** Returns the key identifier from the certificate's extension; empty if there is none. */
function keyIdentifierOf(certificate: Buffer): Buffer {
  const at = certificate.indexOf(OIDS.keyIdentifier);
  const wrapped = at === -1 ? Buffer.alloc(4) : certificate.subarray(at + OIDS.keyIdentifier.length);
  return wrapped.subarray(4, 4 + (wrapped[3] ?? 0));
}

/**
 * Returns the second valid value of the signature; undefined if the key's algorithm allows only one value.
 */
function twinOf({ certificates, signer }: Taken): Buffer | undefined {
  const { publicKey } = new X509Certificate(certificates[0] as Buffer);
  return twinOfSignature(readDer(signer[AT.signature] as Buffer).content, publicKey);
}

/**
 * Returns variants of the CMS, each with a name. All variants can be made without the signer's key. A variant
 * changes the encoding or the parts of the CMS, or replaces the signature with its second valid value.
 * @param other a certificate of another issuer
 */
export function cmsRewrites(cms: Buffer, other: Buffer): readonly (readonly [string, Buffer])[] {
  const taken = takenApart(cms);
  const { signer } = taken;
  const part = (at: keyof typeof AT): Buffer => signer[AT[at]] as Buffer;
  const change = (changed: Partial<Taken>): Buffer => wrapped(signedDataOf({ ...taken, ...changed }));
  const inSigner = (at: keyof typeof AT, bytes: Buffer): Buffer =>
    change({ signer: signer.with(AT[at], bytes) });
  const unsigned = (...attributes: readonly Buffer[]): Buffer =>
    change({ signer: [...signer.slice(0, 6), der(0xa1, ...attributes)] });
  const algorithm = (oid: Buffer, ...parameters: readonly Buffer[]): Buffer => der(0x30, oid, ...parameters);
  const signed = bytesIn(readDer(part('signed')));
  const [issuer, serial] = inner(part('sid')) as [Buffer, Buffer];
  const raised = Buffer.from(serial.map((byte, index) => (index === serial.length - 1 ? byte ^ 1 : byte)));
  const signature = readDer(part('signature')).content;
  const twin = twinOf(taken);
  return [
    ...(twin === undefined
      ? []
      : [['the twin of its signature', inSigner('signature', der(4, twin))] as const]),
    ['SignedData of version 0', change({ version: integer(0) })],
    ['SignedData of version 3', change({ version: integer(3) })],
    ['SignedData of version 5', change({ version: integer(5) })],
    ['a version with a leading zero', change({ version: hex('02020001') })],
    ['a signer of version 3', inSigner('version', integer(3))],
    ['a signer of version 0', inSigner('version', integer(0))],
    ['no digest algorithm', change({ digests: der(0x31) })],
    ['MD5 among the digest algorithms', change({ digests: der(0x31, algorithm(OIDS.md5)) })],
    ['SHA-512 among the digest algorithms', change({ digests: der(0x31, algorithm(OIDS.sha512)) })],
    ['an unknown one among the digest algorithms', change({ digests: der(0x31, algorithm(OIDS.unknown)) })],
    ['two digest algorithms', change({ digests: der(0x31, algorithm(OIDS.sha1), ...inner(taken.digests)) })],
    ['a digest algorithm with parameters', change({ digests: der(0x31, algorithm(OIDS.sha256, NULL)) })],
    ['a signer with MD5', inSigner('digest', algorithm(OIDS.md5))],
    ['a signer with SHA-1', inSigner('digest', algorithm(OIDS.sha1))],
    ['a signer with SHA-512', inSigner('digest', algorithm(OIDS.sha512))],
    ['a signer with an unknown digest', inSigner('digest', algorithm(OIDS.unknown))],
    ['a signer whose digest has parameters', inSigner('digest', algorithm(OIDS.sha256, NULL))],
    ['a signature called MD5 with RSA', inSigner('algorithm', algorithm(OIDS.md5WithRsa, NULL))],
    ['a signature called SHA-1 with RSA', inSigner('algorithm', algorithm(OIDS.sha1WithRsa, NULL))],
    ['a signature called RSA', inSigner('algorithm', algorithm(OIDS.rsa, NULL))],
    ['a signature called PSS', inSigner('algorithm', algorithm(OIDS.rsaPss))],
    ['a signature called SHA-512 with RSA', inSigner('algorithm', algorithm(OIDS.sha512WithRsa, NULL))],
    ['a signature called ECDSA with SHA-1', inSigner('algorithm', algorithm(OIDS.ecdsaWithSha1))],
    [
      'a signature called ECDSA, with parameters',
      inSigner('algorithm', algorithm(OIDS.ecdsaWithSha256, NULL)),
    ],
    ['a signature called ECDSA with SHA-512', inSigner('algorithm', algorithm(OIDS.ecdsaWithSha512))],
    ['a signature of an unknown algorithm', inSigner('algorithm', algorithm(OIDS.unknown))],
    ['a content of another type', change({ content: der(0x30, OIDS.enveloped) })],
    ['an empty content', change({ content: der(0x30, OIDS.data, der(0xa0, der(4))) })],
    ['a content of its own', change({ content: der(0x30, OIDS.data, der(0xa0, junk(100))) })],
    ['another serial number', inSigner('sid', der(0x30, issuer, raised))],
    [
      'the name of another issuer',
      inSigner('sid', der(0x30, inner(inner(other)[0] as Buffer)[3] as Buffer, serial)),
    ],
    ['an issuer without a serial number', inSigner('sid', der(0x30, issuer))],
    ['a signer named by another key', inSigner('sid', der(0x80, randomBytes(20)))],
    [
      'a signer named by its key',
      inSigner('sid', der(0x80, keyIdentifierOf(taken.certificates[0] as Buffer))),
    ],
    ['one more certificate', change({ certificates: [...taken.certificates, other] })],
    ['another certificate in front', change({ certificates: [other, ...taken.certificates] })],
    ['no certificate', change({ certificates: [] })],
    ['only another certificate', change({ certificates: [other] })],
    [
      'its certificate twice',
      change({ certificates: [...taken.certificates, taken.certificates[0] as Buffer] }),
    ],
    [
      'something that is no certificate',
      change({ certificates: [...taken.certificates, der(0xa1, junk(10))] }),
    ],
    ['an empty list of revocations', change({ between: [der(0xa1, der(0x30))] })],
    ['a list of revocations', change({ between: [der(0xa1, revocations(issuer, part('algorithm')))] })],
    ['a list of anything', change({ between: [der(0xa1, junk(11_000))] })],
    ['an empty set of unsigned attributes', unsigned()],
    ['11 kB of text in an unsigned attribute', unsigned(attribute(OIDS.unknown, junk(11_000)))],
    ['a countersignature', unsigned(attribute(OIDS.counterSignature, der(0x30, ...signer.slice(0, 6))))],
    ['a timestamp that is none', unsigned(attribute(OIDS.timestamp, junk(20)))],
    ['a timestamp without a value', unsigned(attribute(OIDS.timestamp))],
    ['signed attributes in another order', inSigner('signed', der(0xa0, ...signed.toReversed()))],
    ['a signed attribute less', inSigner('signed', der(0xa0, ...signed.slice(1)))],
    ['a signed attribute more', inSigner('signed', der(0xa0, ...signed, attribute(OIDS.unknown, NULL)))],
    ['a signed attribute twice', inSigner('signed', der(0xa0, ...signed, signed[0] as Buffer))],
    ['a signature with a zero in front', inSigner('signature', der(4, Buffer.of(0), signature))],
    ['a signature with a zero behind', inSigner('signature', der(4, signature, Buffer.of(0)))],
    ['a signature in pieces', inSigner('signature', der(0x24, der(4, signature)))],
    ['a second signer', change({ moreSigners: [der(0x30, ...signer)] })],
    ['something behind the signers', change({ behind: [junk(30)] })],
    ['something behind the content', wrapped(signedDataOf(taken), junk(30))],
    ['an indefinite length', Buffer.concat([hex('3080'), readDer(cms).content, hex('0000')])],
    [
      'a length that is longer than it need be',
      Buffer.concat([
        hex('3083'),
        Buffer.of(0, readDer(cms).content.length >> 8, readDer(cms).content.length & 0xff),
        readDer(cms).content,
      ]),
    ],
  ];
}

/** Replaces the timestamps of a CMS with these tokens, or adds the tokens if the CMS has no timestamp. */
export function withUnsigned(cms: Buffer, ...tokens: readonly Buffer[]): Buffer {
  const taken = takenApart(cms);
  const attributes = tokens.map((token) => attribute(OIDS.timestamp, token));
  const signer = taken.signer.slice(0, 6);
  return wrapped(
    signedDataOf({
      ...taken,
      signer: tokens.length === 0 ? signer : [...signer, der(0xa1, ...attributes)],
    }),
  );
}
