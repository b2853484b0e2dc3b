import { inflateSync } from 'node:zlib';
import { EVIDENCE_BYTES_MAX } from '@siegel/contracts/evidence/evidence';
import { PdfStructureUnknown, readObjects } from './pdf-objects.js';

const STREAM = '\nstream\n';

function streamOf(object: Buffer): Buffer | undefined {
  const start = object.indexOf(STREAM);
  const head = object.toString('latin1', 0, Math.max(0, start));
  const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
  if (start === -1 || !Number.isInteger(length)) return undefined;
  const raw = object.subarray(start + STREAM.length, start + STREAM.length + length);
  return head.includes('/FlateDecode') ? inflateSync(raw, { maxOutputLength: EVIDENCE_BYTES_MAX }) : raw;
}

/**
 * Returns the attachment with this name from one of our PDFs; undefined if there is none. Call it only for
 * files with a valid seal, because other files do not have this structure.
 * @throws PdfStructureUnknown if the file or the attachment cannot be read
 */
export function readAttachment(pdf: Buffer, name: string): Buffer | undefined {
  const { objects } = readObjects(pdf);
  for (const { bytes } of objects) {
    const head = bytes.toString('latin1', 0, 512);
    if (!head.includes('/Type /Filespec') || !head.includes(`(${name})`)) continue;
    const id = Number(/\/EF\s*<<\s*\/F (\d+) 0 R/.exec(head)?.[1]);
    const embedded = objects.find((object) => object.id === id);
    try {
      return embedded === undefined ? undefined : streamOf(embedded.bytes);
    } catch (error) {
      throw new PdfStructureUnknown(`attachment: ${String(error)}`);
    }
  }
  return undefined;
}
