import forge from 'node-forge';

export interface P12Content {
  /** PKCS #8, DER. */
  readonly keys: readonly Buffer[];
  /** DER. */
  readonly certificates: readonly Buffer[];
}

/**
 * `unreadable`: the file is not PKCS #12, or is encrypted in an unusual way. `wrong_password`: the file's MAC
 * does not match the password.
 */
export class P12Refused extends Error {
  constructor(
    readonly code: 'unreadable' | 'wrong_password',
    options?: ErrorOptions,
  ) {
    super(code, options);
    this.name = 'P12Refused';
  }
}

const derOf = (value: forge.asn1.Asn1): Buffer => Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1');

function parse(p12: Buffer): forge.asn1.Asn1 {
  try {
    return forge.asn1.fromDer(forge.util.createBuffer(p12.toString('latin1')));
  } catch (error) {
    throw new P12Refused('unreadable', { cause: error });
  }
}

function open(p12: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx {
  try {
    return forge.pkcs12.pkcs12FromAsn1(p12, false, password);
  } catch (error) {
    const isPassword = error instanceof Error && /password|decrypt/i.test(error.message);
    throw new P12Refused(isPassword ? 'wrong_password' : 'unreadable', { cause: error });
  }
}

/**
 * Returns the DER of the key in a bag. If the library could not parse the key, it provides the key's original
 * encoding, and this function returns that encoding. `certificateOf` does the same for certificates.
 */
function keyOf(bag: forge.pkcs12.Bag): Buffer[] {
  if (bag.key !== undefined && bag.key !== null)
    return [derOf(forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(bag.key)))];
  return bag.asn1 === undefined ? [] : [derOf(bag.asn1)];
}

function certificateOf(bag: forge.pkcs12.Bag): Buffer[] {
  if (bag.cert !== undefined && bag.cert !== null) return [derOf(forge.pki.certificateToAsn1(bag.cert))];
  return bag.asn1 === undefined ? [] : [derOf(bag.asn1)];
}

/**
 * Reads a PKCS #12 file. A current tool may have written the file, or an older tool that used RC2 and
 * Triple-DES with SHA-1.
 * @throws P12Refused
 */
export function readP12(bytes: Buffer, password: string): P12Content {
  const bags = open(parse(bytes), password).safeContents.flatMap((contents) => contents.safeBags);
  const { keyBag, pkcs8ShroudedKeyBag, certBag } = forge.pki.oids;
  return {
    keys: bags.filter(({ type }) => type === keyBag || type === pkcs8ShroudedKeyBag).flatMap(keyOf),
    certificates: bags.filter(({ type }) => type === certBag).flatMap(certificateOf),
  };
}
