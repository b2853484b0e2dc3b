import { type CmsSigner, signCms } from '../../pades/build-cms.js';
import { OID } from '../../pades/oids.js';
import { type PdfFile, readObjects } from '../../pades/pdf-objects.js';
import { type Mutation, mutation, spliced } from './mutations.js';

/** An object's number and its text between `obj` and `endobj`. */
type Numbered = readonly [id: number, body: string];

const refersTo = (text: string, key: string): number =>
  Number(new RegExp(`/${key}\\s*\\[?\\s*(\\d+) 0 R`).exec(text)?.[1]);

/**
 * Appends an incremental update as an editor would. The new objects and a cross-reference table follow the
 * existing bytes. The new objects replace existing objects with the same numbers.
 */
function updated(pdf: Buffer, objects: readonly Numbered[]): Buffer {
  const { objects: all, trailer } = readObjects(pdf);
  const parts: Buffer[] = [pdf, Buffer.from('\n')];
  let length = pdf.length + 1;
  const entries = objects
    .toSorted(([a], [b]) => a - b)
    .map(([id, body]) => {
      const object = Buffer.from(`${id} 0 obj\n${body}\nendobj\n`, 'latin1');
      const entry = `${id} 1\n${String(length).padStart(10, '0')} 00000 n \n`;
      parts.push(object);
      length += object.length;
      return entry;
    });
  const before = /startxref\s+(\d+)/.exec(pdf.toString('latin1', pdf.length - 100))?.[1];
  const size = Math.max(all.length, ...objects.map(([id]) => id)) + 1;
  const dictionary = trailer.replace(/\/Size \d+/, `/Size ${size} /Prev ${before}`);
  const end = `xref\n${entries.join('')}trailer\n${dictionary}\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end, 'latin1')]);
}

/**
 * Returns the objects that the updates change (catalog, page tree and first page), without `obj` and
 * `endobj`. All other objects can be reached from these three.
 */
function landmarksOf(file: PdfFile) {
  const bodyOf = (id: number): string =>
    file.objects
      .find((object) => object.id === id)
      ?.bytes.toString('latin1')
      .replace(/^\d+ 0 obj\s*/, '')
      .replace(/\s*endobj\s*$/, '') ?? '';
  const root = refersTo(file.trailer, 'Root');
  const catalog = bodyOf(root);
  const tree = refersTo(catalog, 'Pages');
  const pages = bodyOf(tree);
  const first = refersTo(pages, 'Kids');
  return { root, catalog, tree, pages, first, page: bodyOf(first), next: file.objects.length + 1 };
}

const stream = (dictionary: string, content: string): string =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;
const BOX = 'q 1 0 0 rg 60 700 200 40 re f Q';
/** Adds an entry at the end of a dictionary. */
const withEntry = (dictionary: string, entry: string): string => dictionary.replace(/>>\s*$/, `${entry}\n>>`);
const inList = (dictionary: string, key: string, item: string): string =>
  dictionary.replace(new RegExp(`/${key} \\[([^\\]]*)\\]`), `/${key} [$1 ${item}]`);

type Landmarks = ReturnType<typeof landmarksOf>;
/** Updates that a PDF reader shows or runs. Each is attached at the place where it takes effect. */
const UPDATES: Readonly<Record<string, (of: Landmarks) => readonly Numbered[]>> = {
  'a page': ({ tree, pages, next }) => [
    [
      tree,
      inList(pages, 'Kids', `${next} 0 R`).replace(/\/Count (\d+)/, (_, n) => `/Count ${Number(n) + 1}`),
    ],
    [
      next,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Resources << >> /Contents ${next + 1} 0 R >>`,
    ],
    [next + 1, stream('', BOX)],
  ],
  'other content of a page': ({ first, page, next }) => [
    [first, page.replace(/\/Contents \d+ 0 R/, `/Contents ${next} 0 R`)],
    [next, stream('', BOX)],
  ],
  'a page left out': ({ tree, pages }) => [
    [
      tree,
      pages
        .replace(/\/Kids \[\s*\d+ 0 R/, '/Kids [')
        .replace(/\/Count (\d+)/, (_, n) => `/Count ${Number(n) - 1}`),
    ],
  ],
  'a note': ({ first, page, next }) => [
    [first, inList(page, 'Annots', `${next} 0 R`)],
    [next, `<< /Type /Annot /Subtype /Text /Rect [60 700 90 730] /Contents (Void) /F 28 /P ${first} 0 R >>`],
  ],
  'a script': ({ root, catalog }) => [
    [root, withEntry(catalog, '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')],
  ],
  'an attachment': ({ root, catalog, next }) => [
    [
      root,
      catalog.replace(
        /\/Names \d+ 0 R/,
        `/Names << /EmbeddedFiles << /Names [(evidence.json) ${next} 0 R] >> >>`,
      ),
    ],
    [
      next,
      `<< /Type /Filespec /AFRelationship /Data /F (evidence.json) /UF (evidence.json) /EF << /F ${next + 1} 0 R >> >>`,
    ],
    [next + 1, stream('/Type /EmbeddedFile /Subtype /application#2Fjson', '{}')],
  ],
};

const PLACE = 16_384;
const FREE = '#'.repeat(10);
const FREE_RANGE = `/ByteRange [0 ${FREE} ${FREE} ${FREE}]`;

/** Adds a second signature by any signer, with a correct byte range and a correct CMS. */
async function countersigned(pdf: Buffer, signer: CmsSigner): Promise<Buffer> {
  const { root, catalog, first, page, next } = landmarksOf(readObjects(pdf));
  const field = next + 1;
  const empty = updated(pdf, [
    [root, inList(catalog, 'Fields', `${field} 0 R`)],
    [first, inList(page, 'Annots', `${field} 0 R`)],
    [
      next,
      `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached ${FREE_RANGE} /M (D:20261113090000Z) /Contents <${'0'.repeat(PLACE)}> >>`,
    ],
    [
      field,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Second) /V ${next} 0 R /F 132 /Rect [0 0 0 0] /P ${first} 0 R >>`,
    ],
  ]);
  const start = empty.lastIndexOf('/Contents <') + '/Contents '.length;
  const end = start + PLACE + 2;
  const range = `/ByteRange [0 ${start} ${end} ${empty.length - end}]`.padEnd(FREE_RANGE.length);
  const whole = spliced(empty, empty.lastIndexOf(FREE_RANGE), FREE_RANGE.length, range);
  const bytes = Buffer.concat([whole.subarray(0, start), whole.subarray(end)]);
  const cms = await signCms({ type: OID.data, bytes, detached: true }, signer);
  return spliced(whole, start + 1, PLACE, cms.toString('hex').padEnd(PLACE, '0'));
}

/**
 * Yields files with additions after the seal or at the beginning of the file.
 * @param other a signer who is not the operator
 */
export function* additions(pdf: Buffer, other: CmsSigner): Generator<Mutation> {
  const put = (name: string, make: Mutation['make']): Mutation => mutation('something added', name, make);
  yield put('a line behind', () => Buffer.concat([pdf, Buffer.from('% a note\n')]));
  yield put('a blank behind', () => Buffer.concat([pdf, Buffer.from(' ')]));
  yield put('a line in front', () => Buffer.concat([Buffer.from('% a note\n'), pdf]));
  yield put('the file once more', () => Buffer.concat([pdf, pdf]));
  yield put('an update without content', () => updated(pdf, []));
  const update = (name: string, make: Mutation['make']): Mutation => mutation('an update', name, make);
  const file = readObjects(pdf);
  const landmarks = landmarksOf(file);
  for (const [name, objects] of Object.entries(UPDATES))
    yield update(name, () => updated(pdf, objects(landmarks)));
  yield update('a countersignature', () => countersigned(pdf, other));
  for (const { id, bytes } of file.objects.slice(0, 8))
    yield update(`object ${id} anew`, () => {
      const body = bytes
        .toString('latin1')
        .replace(/^\d+ 0 obj\s*/, '')
        .replace(/\s*endobj\s*$/, '');
      return updated(pdf, [[id, body.replace('>>', '/Note (x) >>')]]);
    });
}
