import { constants, createHash, verify, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import * as asn1 from 'asn1js';
import { AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs';
import { OID } from './oids.js';
import { attributeOf, certificateBytes, CmsInvalid, type ParsedCms } from './parse-cms.js';

const verifyAsync = promisify(verify);

const DIGESTS: Readonly<Record<string, string>> = {
  [OID.sha256]: 'sha256',
  [OID.sha384]: 'sha384',
  [OID.sha512]: 'sha512',
};
/** Where the algorithm of the signature names its digest; elsewhere it is the signer's. */
const DIGEST_OF_SIGNATURE: Readonly<Record<string, string>> = {
  [OID.sha256WithRsa]: 'sha256',
  [OID.sha384WithRsa]: 'sha384',
  [OID.sha512WithRsa]: 'sha512',
  [OID.ecdsaWithSha256]: 'sha256',
  [OID.ecdsaWithSha384]: 'sha384',
  [OID.ecdsaWithSha512]: 'sha512',
};
const SHA1_DIGEST = 'sha1';

const digest = (name: string, bytes: Uint8Array): Buffer => createHash(name).update(bytes).digest();

function digestNamed(algorithmId: string): string {
  const name = DIGESTS[algorithmId];
  if (name === undefined) throw new CmsInvalid('weak_algorithm');
  return name;
}

function childrenOf(block: asn1.BaseBlock | undefined): asn1.BaseBlock[] {
  return block instanceof asn1.Sequence || block instanceof asn1.Set ? block.valueBlock.value : [];
}

/**
 * The certificate that signing-certificate(-v2) names first must be the signer's (RFC 5035). The older
 * attribute, which knows SHA-1 only, is what many time-stamp authorities still write; it protects against an
 * exchanged certificate, not the content.
 */
function namesCertificate({ signer }: ParsedCms, certificate: Buffer): boolean {
  const v2 = attributeOf(signer.signedAttrs, OID.signingCertificateV2);
  const [id] = childrenOf(childrenOf(v2 ?? attributeOf(signer.signedAttrs, OID.signingCertificate))[0]);
  const parts = childrenOf(id);
  const named =
    parts[0] instanceof asn1.Sequence
      ? new AlgorithmIdentifier({ schema: parts[0] }).algorithmId
      : OID.sha256;
  const hash = parts.find((part) => part instanceof asn1.OctetString);
  if (hash === undefined) return false;
  const name = v2 === undefined ? SHA1_DIGEST : digestNamed(named);
  return digest(name, certificate).equals(Buffer.from(hash.getValue()));
}

function requireAttributes(cms: ParsedCms, content: Uint8Array, digestName: string): void {
  const { signedAttrs } = cms.signer;
  const type = attributeOf(signedAttrs, OID.contentType);
  const hash = attributeOf(signedAttrs, OID.messageDigest);
  if (
    !(type instanceof asn1.ObjectIdentifier) ||
    type.valueBlock.toString() !== cms.contentType ||
    !(hash instanceof asn1.OctetString)
  )
    throw new CmsInvalid('attributes_missing');
  if (!digest(digestName, content).equals(Buffer.from(hash.getValue())))
    throw new CmsInvalid('content_changed');
}

async function isSignedBy(
  { signer, signature }: ParsedCms,
  certificate: Buffer,
  digestName: string,
): Promise<boolean> {
  const { publicKey } = new X509Certificate(certificate);
  const bytes = Buffer.from(signer.signedAttrs?.encodedValue ?? new ArrayBuffer(0));
  const { algorithmId, algorithmParams } = signer.signatureAlgorithm;
  if (algorithmId !== OID.rsaPss)
    return verifyAsync(DIGEST_OF_SIGNATURE[algorithmId] ?? digestName, bytes, publicKey, signature);
  const name = digestNamed(
    new RSASSAPSSParams({ schema: algorithmParams as asn1.Sequence }).hashAlgorithm.algorithmId,
  );
  const key = {
    key: publicKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_AUTO,
  };
  return verifyAsync(name, bytes, key, signature);
}

/**
 * Whether the signature covers this content and was made with the key of the certificate it names. Says
 * nothing about whose certificate that is.
 * @param detached the content, where the CMS does not hold it
 * @throws CmsInvalid
 */
export async function verifyCms(cms: ParsedCms, detached?: Uint8Array): Promise<void> {
  const content = cms.content ?? detached;
  if (content === undefined || (cms.content !== undefined && detached !== undefined))
    throw new CmsInvalid('unreadable');
  const digestName = digestNamed(cms.signer.digestAlgorithm.algorithmId);
  requireAttributes(cms, content, digestName);
  const certificate = certificateBytes(cms.certificate);
  if (!namesCertificate(cms, certificate)) throw new CmsInvalid('other_certificate');
  const isValid = await isSignedBy(cms, certificate, digestName).catch(() => false);
  if (!isValid) throw new CmsInvalid('signature_invalid');
}
