import { zlibSync } from 'fflate';
import { DEFAULT_BYTE_RANGE_PLACEHOLDER } from '@signpdf/utils';
import {
  type PdfFile,
  type PdfObject,
  PdfStructureUnknown,
  readObjects,
  writeObjects,
} from './pdf-objects.js';

/** PAdES baseline levels (ETSI EN 319 142-1), without or with a timestamp. */
export type SealLevel = 'B-B' | 'B-T';

/**
 * Key in the signature's dictionary. Its value is the level that the signature promises. The seal covers the
 * key and the value, so the removal of a timestamp is noticed. The key's name is of the second class (ISO
 * 32000-1, annex E).
 */
export const LEVEL_KEY = 'SIEG_Level';

/** Statements that a signature makes about itself. A PDF reader shows them. */
export interface SignatureAppearance {
  readonly reason: string;
  readonly location?: string;
  /** Name of the sealing organisation. */
  readonly name: string;
  /**
   * Time of sealing by the clock of the sealing machine. A timestamp is better proof of the time. PAdES
   * requires that the CMS does not repeat this time.
   */
  readonly at: Date;
  /** `B-T` if a timestamp will be added. */
  readonly level: SealLevel;
}

/** The flags Print and Locked, which PDF/A requires of a widget (ISO 19005-3, 6.3.2). */
const WIDGET_FLAGS = 132;
/** The flags SignaturesExist and AppendOnly (ISO 32000-1, table 219). */
const SIGNATURE_FLAGS = 3;
/** Declares in a PDF 1.7 that the extension `ETSI.CAdES.detached` is used (ETSI EN 319 142-1). */
const EXTENSIONS = '/Extensions << /ESIC << /BaseVersion /1.7 /ExtensionLevel 2 >> >>';
const MARK = '/ByteRange';
/** Makes PDF readers warn of every change, even of an added note (DocMDP, ISO 32000-1, 12.8.2.2). */
const NO_CHANGES =
  '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 1 /V /1.2 >> >>]';

/** Writes a text string as UTF-16 in hexadecimal, which cannot be mistaken for syntax. */
const text = (value: string): string => `<feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`;
/** Writes a date (ISO 32000-1, 7.9.4). Strict programs refuse `Z` without an offset behind it. */
const date = (at: Date): string => `(D:${at.toISOString().replaceAll(/[-:T]|\.\d+Z/g, '')}+00'00')`;

const objectOf = (id: number, lines: readonly string[]): PdfObject => ({
  id,
  bytes: Buffer.from(`${id} 0 obj\n<<\n${lines.join('\n')}\n>>\nendobj\n`, 'latin1'),
});

function reference(dictionary: string, key: string): number {
  const id = Number(new RegExp(`/${key}\\s*\\[?\\s*(\\d+) 0 R`).exec(dictionary)?.[1]);
  if (!Number.isInteger(id)) throw new PdfStructureUnknown(`no /${key}`);
  return id;
}

function find(file: PdfFile, id: number): string {
  const object = file.objects.find((one) => one.id === id);
  if (object === undefined) throw new PdfStructureUnknown(`no object ${id}`);
  return object.bytes.toString('latin1');
}

function firstPage(file: PdfFile, pages: number): number {
  const node = find(file, pages);
  return /\/Type\s*\/Pages\b/.test(node) ? firstPage(file, reference(node, 'Kids')) : pages;
}

/** Adds entries at the end of the object's outermost dictionary. */
function withEntries(object: string, ...entries: readonly string[]): string {
  const end = object.lastIndexOf('>>');
  return `${object.slice(0, end)}${entries.map((entry) => `${entry}\n`).join('')}${object.slice(end)}`;
}

/**
 * Adds the widget to the page's list of annotations. The list is in the page itself or in an object to which
 * the page refers.
 */
function withAnnotation(file: PdfFile, page: number, widget: number): { id: number; text: string } {
  const dictionary = find(file, page);
  const list = /\/Annots\s*(?:\[([^\]]*)\]|(\d+) 0 R)/.exec(dictionary);
  if (list === null) return { id: page, text: withEntries(dictionary, `/Annots [${widget} 0 R]`) };
  if (list[2] === undefined)
    return { id: page, text: dictionary.replace(list[0], `/Annots [${list[1]?.trim()} ${widget} 0 R]`) };
  const id = Number(list[2]);
  return { id, text: find(file, id).replace(/\]\s*endobj/, ` ${widget} 0 R]\nendobj`) };
}

/**
 * Removes the placeholder's mark `/ByteRange` from an object. An object may contain this text by chance, for
 * instance in a title. In an object without a stream, one character of the mark is replaced by an equivalent
 * escape. An uncompressed stream is compressed.
 */
function withoutMark(object: PdfObject): PdfObject {
  if (!object.bytes.includes(MARK)) return object;
  const start = object.bytes.indexOf('\nstream\n');
  if (start === -1)
    return {
      ...object,
      bytes: Buffer.from(object.bytes.toString('latin1').replaceAll(MARK, '\\057ByteRange'), 'latin1'),
    };
  const head = object.bytes.toString('latin1', 0, start);
  const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
  if (head.includes('/Filter') || !Number.isInteger(length)) return object;
  const body = start + '\nstream\n'.length;
  const packed = zlibSync(object.bytes.subarray(body, body + length));
  const packedHead = head.replace(/\/Length \d+/, `/Length ${packed.length}\n/Filter /FlateDecode`);
  return {
    ...object,
    bytes: Buffer.concat([
      Buffer.from(`${packedHead}\nstream\n`, 'latin1'),
      packed,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
  };
}

function signatureObject(
  id: number,
  { reason, location, name, at, level }: SignatureAppearance,
  room: number,
): PdfObject {
  const free = `/${DEFAULT_BYTE_RANGE_PLACEHOLDER}`;
  return objectOf(id, [
    '/Type /Sig',
    '/Filter /Adobe.PPKLite',
    '/SubFilter /ETSI.CAdES.detached',
    `${MARK} [0 ${free} ${free} ${free}]`,
    NO_CHANGES,
    `/Contents <${'0'.repeat(room * 2)}>`,
    `/M ${date(at)}`,
    `/${LEVEL_KEY} /${level}`,
    `/Name ${text(name)}`,
    `/Reason ${text(reason)}`,
    ...(location === undefined ? [] : [`/Location ${text(location)}`]),
  ]);
}

const fieldObject = (
  id: number,
  { signature, page, label }: { signature: number; page: number; label: string },
): PdfObject =>
  objectOf(id, [
    '/Type /Annot',
    '/Subtype /Widget',
    '/FT /Sig',
    `/T ${text('Seal')}`,
    // A label for screen readers.
    `/TU ${text(label)}`,
    `/V ${signature} 0 R`,
    `/F ${WIDGET_FLAGS}`,
    // The rectangle has no size. So nothing is visible, and PDF/A requires no appearance (ISO 19005-3,
    // 6.3.3).
    '/Rect [0 0 0 0]',
    `/P ${page} 0 R`,
  ]);

/**
 * Adds an invisible signature field with room for the signature. The file keeps a single revision, so the
 * signature covers the whole file.
 * @param room bytes reserved for the CMS
 * @throws PdfStructureUnknown, also if the file already has a form
 */
export function withSignaturePlaceholder(pdf: Buffer, appearance: SignatureAppearance, room: number): Buffer {
  const file = readObjects(pdf);
  const root = reference(file.trailer, 'Root');
  const catalog = find(file, root);
  if (catalog.includes('/AcroForm')) throw new PdfStructureUnknown('there is a form already');
  const page = firstPage(file, reference(catalog, 'Pages'));
  const [signature, field] = [file.objects.length + 1, file.objects.length + 2];
  const annotated = withAnnotation(file, page, field);
  const form = [
    `/AcroForm << /Fields [${field} 0 R] /SigFlags ${SIGNATURE_FLAGS} >>`,
    `/Perms << /DocMDP ${signature} 0 R >>`,
  ];
  const changed = new Map([
    [annotated.id, annotated.text],
    [root, withEntries(catalog, ...form, ...(catalog.includes('/Extensions') ? [] : [EXTENSIONS]))],
  ]);
  const kept = file.objects.map(({ id, bytes }) => {
    const now = changed.get(id);
    return withoutMark({ id, bytes: now === undefined ? bytes : Buffer.from(now, 'latin1') });
  });
  return writeObjects({
    ...file,
    objects: [
      ...kept,
      signatureObject(signature, appearance, room),
      fieldObject(field, { signature, page, label: appearance.reason }),
    ],
  });
}
