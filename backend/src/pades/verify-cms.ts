import { constants, createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { ownMember } from '@siegel/contracts/own-members';
import * as asn1 from 'asn1js';
import { AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs';
import { OID } from './oids.js';
import { CmsInvalid } from './cms-invalid.js';
import { attributeOf, childrenOf, type ParsedCms } from './parse-cms.js';

const verifyAsync = promisify(verify);

const DIGESTS: Readonly<Record<string, string>> = {
  [OID.sha256]: 'sha256',
  [OID.sha384]: 'sha384',
  [OID.sha512]: 'sha512',
};
/** Allowed identifiers of the signature algorithm, for each type of key and each digest. */
const SIGNATURES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  rsa: {
    sha256: [OID.rsaEncryption, OID.sha256WithRsa],
    sha384: [OID.rsaEncryption, OID.sha384WithRsa],
    sha512: [OID.rsaEncryption, OID.sha512WithRsa],
  },
  ec: {
    sha256: [OID.ecdsaWithSha256],
    sha384: [OID.ecdsaWithSha384],
    sha512: [OID.ecdsaWithSha512],
  },
};
const SHA1_DIGEST = 'sha1';

const digest = (name: string, bytes: Uint8Array): Buffer => createHash(name).update(bytes).digest();

function digestNamed(algorithmId: string): string {
  const name = ownMember(DIGESTS, algorithmId);
  if (name === undefined) throw new CmsInvalid('weak_algorithm');
  return name;
}

/**
 * True if the first certificate that the attribute signing-certificate-v2 or signing-certificate names is the
 * signer's certificate (RFC 5035). Many time-stamp authorities still write the older attribute, which allows
 * only SHA-1. SHA-1 suffices here, because the attribute does not protect the content. It only prevents a
 * replacement of the certificate.
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
  if (algorithmId === OID.rsaPss)
    return verifyAsync(digestName, bytes, pssKey(publicKey, algorithmParams, digestName), signature);
  const allowed = ownMember(ownMember(SIGNATURES, publicKey.asymmetricKeyType ?? '') ?? {}, digestName) ?? [];
  const isPlain = algorithmParams === undefined || algorithmParams instanceof asn1.Null;
  return isPlain && allowed.includes(algorithmId) && verifyAsync(digestName, bytes, publicKey, signature);
}

/**
 * Returns the key with the given PSS parameters. The parameters must name the digest `digestName` everywhere,
 * and contain nothing else.
 * @throws Error for other parameters
 */
function pssKey(key: KeyObject, given: unknown, digestName: string) {
  const params = new RSASSAPSSParams({ schema: given as asn1.Sequence });
  const { hashAlgorithm, maskGenAlgorithm, saltLength } = params;
  const again = Buffer.from(params.toSchema().toBER(false));
  const masked: unknown = maskGenAlgorithm.algorithmParams;
  const maskDigest =
    masked instanceof asn1.Sequence ? new AlgorithmIdentifier({ schema: masked }).algorithmId : '';
  if (
    !again.equals(Buffer.from((given as asn1.Sequence).valueBeforeDecodeView)) ||
    digestNamed(hashAlgorithm.algorithmId) !== digestName ||
    maskGenAlgorithm.algorithmId !== OID.mgf1 ||
    digestNamed(maskDigest) !== digestName
  )
    throw new CmsInvalid('weak_algorithm');
  return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
}

/**
 * Checks that the signature covers this content, and that the signature was made with the key of the
 * certificate that the CMS names. Does not check whose certificate that is.
 * @param detached the content, if the CMS does not contain it
 * @param certificate the original bytes of the signer's certificate, if known
 * @throws CmsInvalid
 */
export async function verifyCms(
  cms: ParsedCms,
  detached?: Uint8Array,
  certificate = cms.certificate,
): Promise<void> {
  const content = cms.content ?? detached;
  if (content === undefined || (cms.content !== undefined && detached !== undefined))
    throw new CmsInvalid('unreadable');
  const digestName = digestNamed(cms.signer.digestAlgorithm.algorithmId);
  requireAttributes(cms, content, digestName);
  if (!namesCertificate(cms, certificate)) throw new CmsInvalid('other_certificate');
  const isValid = await isSignedBy(cms, certificate, digestName).catch(() => false);
  if (!isValid) throw new CmsInvalid('signature_invalid');
}
