import { writeDer } from '#src/pades/der';

/**
 * Size, in bytes, up to which the content of a hostile CMS is filled. It is a little below the limit for a
 * signature in a PDF.
 */
const BYTES = 32_600;

const sequence = (content: Buffer): Buffer => writeDer(0x30, content);
/** Returns a sequence that contains as many copies of `element` as fit into `BYTES` bytes. */
const many = (element: Buffer): Buffer => sequence(Buffer.alloc(BYTES - (BYTES % element.length), element));
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
/**
 * Returns a number in base 128, `bytes` bytes long. A bit in each byte except the last says that another byte
 * follows.
 */
const chained = (bytes: number): Buffer => Buffer.concat([Buffer.alloc(bytes - 1, 0x81), Buffer.of(1)]);

/**
 * ASN.1 values, by their descriptions. Reading such a value costs a library much more time than the value's
 * length suggests.
 */
export const HOSTILE_ASN1: Readonly<Record<string, Buffer>> = {
  'an object identifier of many arcs': sequence(writeDer(0x06, Buffer.alloc(BYTES, 1))),
  'an object identifier of a long arc': sequence(writeDer(0x06, chained(BYTES))),
  'a relative object identifier': sequence(writeDer(0x0d, Buffer.alloc(BYTES, 1))),
  'a long tag': sequence(Buffer.concat([hex('1f'), chained(BYTES), hex('00')])),
  'empty tagged elements': many(hex('8000')),
  'empty sets': many(hex('3100')),
  times: many(writeDer(0x17, Buffer.from('260101000000Z'))),
  'universal strings': many(hex('1c0400000041')),
  'small object identifiers': many(hex('06012a')),
  booleans: many(hex('0101ff')),
  integers: many(hex('020101')),
  'bit strings': many(hex('03020030')),
};

const SIGNED_DATA = hex('06092a864886f70d010702');
const DATA = hex('06092a864886f70d010701');
const SHA256 = sequence(hex('0609608648016503040201'));
const SHA256_WITH_RSA = sequence(hex('06092a864886f70d01010b0500'));
/** The attribute by which a seal shows that it is of the current style. */
const NAMES_ALGORITHMS = sequence(
  Buffer.concat([hex('06092a864886f70d010934'), writeDer(0x31, hex('0500'))]),
);

/** Returns a CMS with these certificates and signed attributes, in the structure of our seals. */
function sealed(version: number, certificates: Buffer, attributes: Buffer): Buffer {
  const signer = [
    hex('020101'),
    sequence(Buffer.concat([sequence(Buffer.alloc(0)), hex('020101')])),
    SHA256,
    writeDer(0xa0, attributes),
    SHA256_WITH_RSA,
    writeDer(0x04, Buffer.alloc(256, 1)),
  ];
  const signedData = [
    writeDer(0x02, Buffer.of(version)),
    writeDer(0x31, SHA256),
    sequence(DATA),
    writeDer(0xa0, certificates),
    writeDer(0x31, sequence(Buffer.concat(signer))),
  ];
  return sequence(Buffer.concat([SIGNED_DATA, writeDer(0xa0, sequence(Buffer.concat(signedData)))]));
}

/**
 * Returns a signature with a long name for its signer and many small certificates. If a reader reads the name
 * once for each certificate, the cost is the length of the name times the number of certificates.
 */
function manyNames(): Buffer {
  const [certificates, names] = [390, 2_000];
  const certificate = sequence(sequence(hex('02010130003000')));
  const signer = Buffer.concat([hex('020101'), sequence(Buffer.alloc(2 * names, hex('0500')))]);
  const signedData = [
    hex('020103'),
    writeDer(0x31),
    sequence(DATA),
    writeDer(0xa0, Buffer.alloc(certificates * certificate.length, certificate)),
    writeDer(0x31, sequence(signer)),
  ];
  return sequence(Buffer.concat([SIGNED_DATA, writeDer(0xa0, sequence(Buffer.concat(signedData)))]));
}

/**
 * Returns signatures in the structure of our seals, as large as possible, by description.
 * @param own the operator's certificate, which everybody knows
 */
export function hostileSeals(own: Buffer): Readonly<Record<string, Buffer>> {
  const room = BYTES - 600;
  const copies = Array.from({ length: Math.floor(room / own.length) }, () => own);
  const nulls = (bytes: number): Buffer => Buffer.alloc(bytes - (bytes % 2), hex('0500'));
  const empty = Buffer.alloc(room - own.length - ((room - own.length) % 2), hex('3000'));
  return {
    'a seal of many certificates': sealed(1, Buffer.concat([own, empty]), NAMES_ALGORITHMS),
    'a seal of many attributes': sealed(1, own, nulls(room - own.length)),
    'a seal whose certificate is there many times': sealed(1, Buffer.concat(copies), NAMES_ALGORITHMS),
    'a signature whose certificates are as many': sealed(3, Buffer.concat(copies), NAMES_ALGORITHMS),
    'a signature of many certificates and a long name': manyNames(),
  };
}

/**
 * Returns a PDF with a signature for each CMS. The byte ranges of the signatures cover the file as in a real
 * signed PDF, but no signer made the signatures.
 */
export function pdfWithSignatures(...signatures: readonly Buffer[]): Buffer {
  let pdf = Buffer.from('%PDF-1.7\n');
  for (const [n, cms] of signatures.entries()) {
    const head = `${n + 1} 0 obj << /Type /Sig /SubFilter /ETSI.CAdES.detached /Contents `;
    const begin = pdf.length + head.length;
    const contents = `<${cms.toString('hex')}>`;
    const range = `0 ${begin} ${begin + contents.length} 9`;
    pdf = Buffer.concat([pdf, Buffer.from(`${head}${contents} /ByteRange [${range}] >> endobj\n`)]);
  }
  return Buffer.concat([pdf, Buffer.from('startxref\n0\n%%EOF\n')]);
}
