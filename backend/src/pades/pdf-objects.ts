/** An indirect object of a PDF. `bytes` begins with `<id> 0 obj` and includes `endobj`. */
export interface PdfObject {
  readonly id: number;
  readonly bytes: Buffer;
}

/** A PDF of one revision with a classic cross-reference table. */
export interface PdfFile {
  readonly header: Buffer;
  /** Objects in the order of the file. */
  readonly objects: readonly PdfObject[];
  /** The trailer's dictionary, from `<<` to `>>`. */
  readonly trailer: string;
}

/**
 * Thrown for a PDF without the structure that our renderers produce: one revision, a classic cross-reference
 * table and no gaps.
 */
export class PdfStructureUnknown extends Error {
  constructor(what: string) {
    super(`the PDF cannot be prepared for signing: ${what}`);
    this.name = 'PdfStructureUnknown';
  }
}

const TAIL = 64;

function tableOf(pdf: Buffer): { table: number; offsets: (readonly [id: number, at: number])[] } {
  const table = Number(
    /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1', Math.max(0, pdf.length - TAIL)))?.[1],
  );
  const lines = Number.isInteger(table) ? pdf.toString('latin1', table).split('\n') : [];
  const [first, count] = (lines[1] ?? '').split(' ').map(Number);
  if (lines[0]?.trim() !== 'xref' || first !== 0 || count === undefined || !Number.isInteger(count))
    throw new PdfStructureUnknown('no classic cross-reference table');
  // This function and the functions below use loops instead of callbacks. A callback that is created for each
  // file would be compiled again for nearly every file.
  const offsets: (readonly [id: number, at: number])[] = [];
  for (let id = 1; id < count; id += 1) offsets.push([id, Number(lines[id + 2]?.slice(0, 10))]);
  return { table, offsets };
}

const byPlace = (
  [, a]: readonly [id: number, at: number],
  [, b]: readonly [id: number, at: number],
): number => a - b;

/** @throws PdfStructureUnknown */
export function readObjects(pdf: Buffer): PdfFile {
  const { table, offsets } = tableOf(pdf);
  const placed = offsets.sort(byPlace);
  const objects: PdfObject[] = [];
  for (const [index, [id, at]] of placed.entries()) {
    const bytes = pdf.subarray(at, placed[index + 1]?.[1] ?? table);
    if (!bytes.toString('latin1', 0, 24).startsWith(`${id} 0 obj`))
      throw new PdfStructureUnknown(`object ${id} is not where the table says`);
    objects.push({ id, bytes });
  }
  const trailer = /trailer\s*(<<[\s\S]*>>)\s*startxref/.exec(pdf.toString('latin1', table))?.[1];
  if (trailer === undefined || /\/Prev\b/.test(trailer))
    throw new PdfStructureUnknown('no trailer of a single revision');
  return { header: pdf.subarray(0, placed[0]?.[1] ?? table), objects, trailer };
}

const entry = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`;

/** Writes the file with a new cross-reference table. The ids must run from 1 without gaps. */
export function writeObjects({ header, objects, trailer }: PdfFile): Buffer {
  const at: number[] = [];
  const pieces = [header];
  let length = header.length;
  for (const { id, bytes } of objects) {
    at[id] = length;
    length += bytes.length;
    pieces.push(bytes);
  }
  let entries = '';
  for (let id = 1; id <= objects.length; id += 1) entries += entry(at[id] ?? 0);
  const size = objects.length + 1;
  const dictionary = trailer.replace(/\/Size \d+/, `/Size ${size}`);
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n${dictionary}\nstartxref\n${length}\n%%EOF\n`;
  pieces.push(Buffer.from(end, 'latin1'));
  return Buffer.concat(pieces);
}
