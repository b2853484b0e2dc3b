import { zlibSync } from 'fflate';
import { conformingHead, conformingMeanings } from './conform.js';
import { type PdfObject, readObjects, writeObjects } from '../../pades/pdf-objects.js';

const LEVEL = 6;
const METADATA = /\/Type \/Metadata\b/;
const STREAM = '\nstream\n';

/** Metadata stay uncompressed, so that a search for them needs no unpacking. */
function metadataObject(id: number, xmp: string): Buffer {
  const packet = Buffer.from(xmp, 'utf8');
  const head = `${id} 0 obj\n<<\n/Type /Metadata\n/Subtype /XML\n/Length ${packet.length}\n>>${STREAM}`;
  return Buffer.concat([Buffer.from(head, 'latin1'), packet, Buffer.from('\nendstream\nendobj\n', 'latin1')]);
}

function finished({ id, bytes }: PdfObject, xmp: string): Buffer {
  const start = bytes.indexOf(STREAM);
  if (start === -1) return Buffer.from(conformingHead(bytes.toString('latin1')), 'latin1');
  const head = conformingHead(bytes.toString('latin1', 0, start));
  if (METADATA.test(head)) return metadataObject(id, xmp);
  const length = /\/Length (\d+)/.exec(head)?.[1];
  if (length === undefined || head.includes('/Filter')) return bytes;
  const body = start + STREAM.length;
  const content = bytes.subarray(body, body + Number(length));
  // A stream with a `/Type` is an attachment or a picture, so its content is not corrected.
  const ours = head.includes('/Type') ? content : conformingMeanings(content);
  const packed = zlibSync(ours, { level: LEVEL });
  const packedHead = head.replace(/\/Length \d+/, `/Length ${packed.length}\n/Filter /FlateDecode`);
  return Buffer.concat([
    Buffer.from(`${packedHead}${STREAM}`, 'latin1'),
    packed,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ]);
}

/**
 * Corrects the renderer's deviations from the standards (conform.ts), compresses each uncompressed stream,
 * and replaces the renderer's metadata with `xmp`. A pinned version of a pure JavaScript library compresses
 * the streams, because it gives the same bytes on every machine (rule:same-history-same-bytes). The
 * platform's zlib does not.
 * @throws PdfStructureUnknown
 */
export function compressPdf(pdf: Buffer, xmp: string): Buffer {
  const file = readObjects(pdf);
  const objects: PdfObject[] = [];
  for (const object of file.objects) objects.push({ id: object.id, bytes: finished(object, xmp) });
  return writeObjects({ ...file, objects });
}
