/** The parts of a signed PDF, split at the offsets in its `/ByteRange`. */
export interface SignedPdfParts {
  readonly byteRange: readonly number[];
  readonly covered: Buffer;
  /** The CMS, followed by the zeros that fill the rest of the reserved bytes. */
  readonly cms: Buffer;
}

export function splitSignedPdf(pdf: Buffer): SignedPdfParts {
  const text = pdf.toString('latin1');
  const byteRange = (/\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(text) ?? []).slice(1).map(Number);
  const [from = -1, length = 0, second = 0, rest = 0] = byteRange;
  if (from !== 0 || pdf[length] !== 0x3c || pdf[second - 1] !== 0x3e)
    throw new Error('the byte range does not frame the signature');
  const hex = text.slice(length + 1, second - 1);
  if (!/^[0-9a-f]+$/i.test(hex)) throw new Error('the signature is not hexadecimal');
  return {
    byteRange,
    covered: Buffer.concat([pdf.subarray(0, length), pdf.subarray(second, second + rest)]),
    cms: Buffer.from(hex, 'hex'),
  };
}
