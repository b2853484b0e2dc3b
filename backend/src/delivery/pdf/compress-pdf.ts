import { zlibSync } from 'fflate';

interface PdfObject {
  readonly id: number;
  readonly bytes: Buffer;
}

const LEVEL = 6;

/** Byte offsets from the classic cross-reference table that the renderer writes at the end; the free entry 0 is left out. */
function offsets(pdf: Buffer): { table: number; objects: Map<number, number> } {
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1', Math.max(0, pdf.length - 64)))?.[1]);
  const lines = pdf.toString('latin1', table).split('\n');
  const count = Number(lines[1]?.split(' ')[1]);
  if (lines[0] !== 'xref' || !Number.isInteger(count)) throw new Error('the renderer wrote no classic cross-reference table');
  const objects = new Map<number, number>();
  for (let id = 1; id < count; id += 1) objects.set(id, Number(lines[2 + id]?.slice(0, 10)));
  return { table, objects };
}

function compressObject(object: Buffer): Buffer {
  const start = object.indexOf('\nstream\n');
  const head = object.toString('latin1', 0, Math.max(0, start));
  const length = /\/Length (\d+)/.exec(head)?.[1];
  if (start === -1 || length === undefined || head.includes('/Filter')) return object;
  const body = start + '\nstream\n'.length;
  const packed = zlibSync(object.subarray(body, body + Number(length)), { level: LEVEL });
  const packedHead = head.replace(/\/Length \d+/, `/Length ${packed.length}\n/Filter /FlateDecode`);
  return Buffer.concat([Buffer.from(`${packedHead}\nstream\n`, 'latin1'), packed, Buffer.from('\nendstream\nendobj\n', 'latin1')]);
}

/** Objects in file order: each reaches to the next one. */
function objectsOf(pdf: Buffer): { header: Buffer; objects: PdfObject[]; trailer: string } {
  const { table, objects } = offsets(pdf);
  const placed = [...objects].sort(([, a], [, b]) => a - b);
  const ends = [...placed.slice(1).map(([, at]) => at), table];
  return {
    header: pdf.subarray(0, placed[0]?.[1] ?? table),
    objects: placed.map(([id, at], index) => ({ id, bytes: pdf.subarray(at, ends[index]) })),
    trailer: pdf.toString('latin1', pdf.indexOf('trailer', table)).replace(/startxref[\s\S]*$/, ''),
  };
}

/**
 * Compresses each stream that is not compressed yet and writes the cross-reference table anew. The compression is pure JavaScript of a pinned
 * version: the bytes are the same on every machine, which those of the platform's zlib are not (decisions 14).
 */
export function compressPdf(pdf: Buffer): Buffer {
  const { header, objects, trailer } = objectsOf(pdf);
  const parts: Buffer[] = [header];
  const at = new Map<number, number>();
  let length = header.length;
  for (const object of objects) {
    const bytes = compressObject(object.bytes);
    at.set(object.id, length);
    parts.push(bytes);
    length += bytes.length;
  }
  const entry = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`;
  const entries = Array.from({ length: objects.length }, (_, index) => entry(at.get(index + 1) ?? 0)).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}${trailer}startxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table, 'latin1')]);
}
