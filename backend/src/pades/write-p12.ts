import { type KeyObject, randomBytes } from 'node:crypto';
import * as asn1 from 'asn1js';
import {
  Attribute,
  AuthenticatedSafe,
  CertBag,
  type Certificate,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  SafeBag,
  SafeContents,
} from 'pkijs';
import { readAsn1 } from './read-asn1.js';

/**
 * Rounds of key derivation. Generated passwords have 256 bits, so more rounds would add no security and only
 * delay the start.
 */
const ITERATIONS = 2048;
const BAG = {
  key: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
  localKeyId: '1.2.840.113549.1.9.21',
} as const;

/**
 * Returns the password in UTF-8. PKCS #12 requires UTF-16, but the library expects UTF-8 and converts the
 * password itself.
 */
const passwordBytes = (password: string): ArrayBuffer =>
  Uint8Array.from(Buffer.from(password, 'utf8')).buffer;

const localKeyId = (): Attribute =>
  new Attribute({ type: BAG.localKeyId, values: [new asn1.OctetString({ valueHex: Uint8Array.of(1) })] });

/** Writes PKCS #12 as current tools do (RFC 7292 with PBES2): AES-256-CBC, PBKDF2 and MAC with SHA-256. */
export async function writeP12(key: KeyObject, certificate: Certificate, password: string): Promise<Buffer> {
  const keyInfo = new PrivateKeyInfo({
    schema: readAsn1(key.export({ format: 'der', type: 'pkcs8' })),
  });
  const keyBag = new PKCS8ShroudedKeyBag({ parsedValue: keyInfo });
  const sealing = {
    password: passwordBytes(password),
    contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256, iv: Uint8Array.from(randomBytes(16)) },
    hmacHashAlgorithm: 'SHA-256',
    iterationCount: ITERATIONS,
  };
  await keyBag.makeInternalValues(sealing);
  // Writes the encrypted data in one piece. The library would split the data into several pieces, which not
  // every reader accepts.
  keyBag.encryptedData = new asn1.OctetString({ valueHex: keyBag.encryptedData.getValue() });
  const contents = (bagId: string, bagValue: PKCS8ShroudedKeyBag | CertBag): SafeContents =>
    new SafeContents({ safeBags: [new SafeBag({ bagId, bagValue, bagAttributes: [localKeyId()] })] });
  const safe = new AuthenticatedSafe({
    parsedValue: {
      safeContents: [
        { privacyMode: 0, value: contents(BAG.key, keyBag) },
        { privacyMode: 1, value: contents(BAG.certificate, new CertBag({ parsedValue: certificate })) },
      ],
    },
  });
  await safe.makeInternalValues({ safeContents: [{}, sealing] });
  const p12 = new PFX({ parsedValue: { integrityMode: 0, authenticatedSafe: safe } });
  await p12.makeInternalValues({
    password: sealing.password,
    iterations: ITERATIONS,
    pbkdf2HashAlgorithm: 'SHA-256',
    hmacHashAlgorithm: 'SHA-256',
  });
  return Buffer.from(p12.toSchema().toBER(false));
}
