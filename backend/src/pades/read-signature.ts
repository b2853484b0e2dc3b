import { LEVEL_KEY, type SealLevel } from './placeholder.js';

/** The reason why a file cannot be checked. */
export type PdfUnreadable = 'not_a_pdf' | 'encrypted' | 'damaged' | 'truncated';

/** How much of its file a signature covers. */
export type Coverage =
  /** Everything except the signature's own placeholder. */
  | 'whole'
  /** Bytes were appended after the signed part. */
  | 'appended'
  /**
   * The signature covers less than it should. Either the gap in the signed bytes is not exactly the
   * signature's placeholder, or the placeholder holds more than the signature.
   */
  | 'incomplete'
  /** The signed part extends beyond the end of the file. */
  | 'truncated';

export interface PdfSignature {
  readonly coverage: Coverage;
  readonly subFilter: string | undefined;
  /** DER of the CMS; undefined if it is too long to be one of our seals. */
  readonly cms: Buffer | undefined;
  /**
   * The level that the signature promises: `B-B` without a timestamp, `B-T` with a timestamp. Undefined if it
   * promises no level.
   */
  readonly level: SealLevel | undefined;
  /** The time that the signature itself states; undefined if it states none. */
  readonly statedAt: Date | undefined;
  /** Returns the signed bytes, which are before and after the signature's placeholder. */
  content(): Buffer;
}

export type PdfReading =
  | { readonly problem: PdfUnreadable }
  | { readonly signatures: readonly PdfSignature[] };

const MARK = '/ByteRange';
/**
 * Number of bytes at the beginning of the file that are searched for `%PDF-`, and at the end that are
 * searched for `%%EOF`. Also the number of bytes that are read on each side of a `/ByteRange`.
 */
const EDGE = 1024;
/**
 * Maximum number of signatures that are read. Nobody signs a file more often, and reading each signature
 * takes time.
 */
export const SIGNATURES_MAX = 8;
/** Number of bytes after a signature's contents that may hold the rest of the signature's dictionary. */
const DICTIONARY = 2048;
/**
 * Maximum number of hexadecimal digits in a CMS: twice the size of our largest CMS. The limit bounds the time
 * for reading.
 */
const CONTENTS_MAX = 65_536;

const LEVEL = new RegExp(`/${LEVEL_KEY}\\s*/(B-[BT])\\b`);

/** The DER tag of a sequence. */
const SEQUENCE = 0x30;
const ANGLE_OPEN = 0x3c;
const ANGLE_CLOSE = 0x3e;

/**
 * Returns the length of the DER sequence at the start of the bytes, including its head. Returns undefined if
 * the bytes do not start with a sequence.
 */
function derLength(bytes: Buffer): number | undefined {
  const first = bytes[1];
  if (bytes[0] !== SEQUENCE || first === undefined) return undefined;
  if (first < 0x80) return 2 + first;
  const count = first & 0x7f;
  if (count === 0 || count > 3 || bytes.length < 2 + count) return undefined;
  return 2 + count + bytes.readUIntBE(2, count);
}

/**
 * Returns the CMS in the placeholder between `start` and `end`. `exact` is true if the placeholder contains
 * nothing else: only valid hexadecimal digits, and only zeros after the CMS.
 */
function contentsOf(pdf: Buffer, start: number, end: number): { cms: Buffer | undefined; exact: boolean } {
  if (end - start - 2 > CONTENTS_MAX) return { cms: undefined, exact: false };
  const hex = pdf.toString('latin1', start + 1, end - 1);
  const bytes = Buffer.from(hex, 'hex');
  const length = derLength(bytes) ?? bytes.length;
  const isFramed =
    pdf[start] === ANGLE_OPEN && pdf[end - 1] === ANGLE_CLOSE && end - start - 2 === hex.length;
  const exact =
    isFramed &&
    bytes.toString('hex') === hex &&
    length <= bytes.length &&
    bytes.subarray(length).every((byte) => byte === 0);
  return { cms: bytes.subarray(0, length), exact };
}

/**
 * Returns the signature's date (ISO 32000-1, 7.9.4). Only dates in UTC are supported, because our seals use
 * UTC. Seals from before 30 November 2026 write the time zone as `Z`.
 */
function dateOf(dictionary: string): Date | undefined {
  const [, year, month, day, hour, minute, second] =
    /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|\+00'00')/.exec(dictionary) ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function levelOf(dictionary: string): SealLevel | undefined {
  const [, level] = LEVEL.exec(dictionary) ?? [];
  return level === 'B-B' || level === 'B-T' ? level : undefined;
}

function coverageOf(
  length: number,
  range: readonly [number, number, number, number],
  exact: boolean,
): Coverage {
  const [from, before, behind, rest] = range;
  if (behind + rest > length) return 'truncated';
  if (from !== 0 || behind <= before || !exact) return 'incomplete';
  return behind + rest < length ? 'appended' : 'whole';
}

function signatureAt(pdf: Buffer, mark: number): PdfSignature | undefined {
  const numbers = /^\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/.exec(
    pdf.toString('latin1', mark, mark + 80),
  );
  if (numbers === null) return undefined;
  const range = numbers.slice(1).map(Number) as [number, number, number, number];
  const [from, before, behind, rest] = range;
  const [start, end] = [from + before, Math.min(behind, pdf.length)];
  const { cms, exact } = start < end ? contentsOf(pdf, start, end) : { cms: Buffer.alloc(0), exact: false };
  // The signature's contents may come before or after `/ByteRange`. In both cases, the bytes around
  // `/ByteRange` together with the bytes after the gap include the whole dictionary.
  const near = `${pdf.toString('latin1', Math.max(0, mark - EDGE), mark + EDGE)}${pdf.toString('latin1', end, end + DICTIONARY)}`;
  return {
    coverage: coverageOf(pdf.length, range, exact),
    subFilter: /\/SubFilter\s*\/([\w.]{1,40})/.exec(near)?.[1],
    cms,
    level: levelOf(near),
    statedAt: dateOf(near),
    content: () => Buffer.concat([pdf.subarray(from, start), pdf.subarray(behind, behind + rest)]),
  };
}

function marksIn(pdf: Buffer): number[] {
  const found: number[] = [];
  for (
    let at = pdf.indexOf(MARK);
    at !== -1 && found.length <= SIGNATURES_MAX;
    at = pdf.indexOf(MARK, at + MARK.length)
  )
    found.push(at);
  return found;
}

/**
 * Reads the signatures of a file from an unknown source. Passes over the file's bytes a few times, and
 * decodes only the signatures. Does not check whether the signatures are valid.
 */
export function readSignatures(pdf: Buffer): PdfReading {
  if (!pdf.subarray(0, EDGE).includes('%PDF-')) return { problem: 'not_a_pdf' };
  const marks = marksIn(pdf);
  if (marks.length > SIGNATURES_MAX) return { problem: 'damaged' };
  const signatures = marks.map((mark) => signatureAt(pdf, mark)).filter((one) => one !== undefined);
  const hasEnd = pdf.subarray(-EDGE).includes('%%EOF');
  if (signatures.length === 0) {
    if (!hasEnd) return { problem: 'truncated' };
    if (pdf.subarray(Math.max(0, pdf.lastIndexOf('trailer'))).includes('/Encrypt'))
      return { problem: 'encrypted' };
    return marks.length > 0 ? { problem: 'damaged' } : { signatures };
  }
  return { signatures };
}
