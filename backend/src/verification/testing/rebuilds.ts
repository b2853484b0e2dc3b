import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { EVIDENCE_FILE_NAME, signatureFileName } from '@siegel/contracts/evidence/evidence';
import {
  changedEvents,
  changedFields,
  consistentForgeries,
} from '../../delivery/testing/evidence-changes.js';
import { readObjects, writeObjects } from '../../pades/pdf-objects.js';
import { readAttachment } from '../../pades/read-attachment.js';
import { type Mutation, mutation, placeOf } from './mutations.js';

/** Returns the file with a byte range that fits its current offsets. */
function ranged(pdf: Buffer): Buffer {
  const { start, end } = placeOf(pdf);
  const [before, behind] = [start - 1, end + 1];
  return Buffer.from(
    pdf
      .toString('latin1')
      .replace(/\/ByteRange \[[^\]]*\] */, (found) =>
        `/ByteRange [0 ${before} ${behind} ${pdf.length - behind}]`.padEnd(found.length),
      ),
    'latin1',
  );
}

type Change = (bytes: Buffer, id: number) => Buffer;

/** Changes objects and corrects all offsets, as a program that knows the PDF format would. */
function rebuilt(pdf: Buffer, change: Change): Buffer {
  const file = readObjects(pdf);
  return ranged(
    writeObjects({
      ...file,
      objects: file.objects.map(({ id, bytes }) => ({ id, bytes: change(bytes, id) })),
    }),
  );
}

const STREAM = '\nstream\n';

/** Replaces the attachment with this name. Corrects its checksum and its sizes. */
export function withAttachment(pdf: Buffer, name: string, content: Buffer | string): Buffer {
  const specification = readObjects(pdf).objects.find(({ bytes }) => {
    const head = bytes.toString('latin1', 0, 512);
    return head.includes('/Type /Filespec') && head.includes(`/F (${name})`);
  });
  const at = Number(/\/EF\s*<<\s*\/F (\d+) 0 R/.exec(specification?.bytes.toString('latin1') ?? '')?.[1]);
  const bytes = Buffer.from(content as string);
  const packed = deflateSync(bytes);
  const checksum = createHash('md5').update(bytes).digest('hex');
  return rebuilt(pdf, (object, id) =>
    id === at
      ? withPacked(object, packed, (head) =>
          head
            .replace(/\/Size \d+/, `/Size ${bytes.length}`)
            .replace(/\/CheckSum <[0-9a-f]+>/, `/CheckSum <${checksum}>`),
        )
      : object,
  );
}

/** Replaces the packed stream of an object. */
function withPacked(object: Buffer, packed: Buffer, changeHead = (head: string): string => head): Buffer {
  const head = object
    .toString('latin1', 0, object.indexOf(STREAM))
    .replace(/\/Length \d+/, `/Length ${packed.length}`);
  return Buffer.concat([
    Buffer.from(changeHead(head) + STREAM, 'latin1'),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}

/** Paints over a part of the first page. Everything that is attached stays as it was. */
export function withChangedPage(pdf: Buffer): Buffer {
  const page = readObjects(pdf).objects.find(({ bytes }) => /\/Type \/Page\b/.test(bytes.toString('latin1')));
  const at = Number(/\/Contents \[?(\d+) 0 R/.exec(page?.bytes.toString('latin1') ?? '')?.[1]);
  return rebuilt(pdf, (object, id) => {
    if (id !== at) return object;
    const shown = inflateSync(object.subarray(object.indexOf(STREAM) + STREAM.length));
    return withPacked(object, deflateSync(Buffer.concat([shown, Buffer.from('\n0 0 300 300 re f\n')])));
  });
}

export function* rebuilds(pdf: Buffer): Generator<Mutation> {
  const rebuild = (name: string, change: (text: string, id: number) => string): Mutation =>
    mutation('a rebuilt file', name, () =>
      rebuilt(pdf, (bytes, id) => Buffer.from(change(bytes.toString('latin1'), id), 'latin1')),
    );
  yield rebuild('as it was, but for its offsets', (text) => text.replace('endobj', ' endobj'));
  yield rebuild('pages in another order', (text) =>
    text.replace(
      /\/Kids \[([^\]]+)\]/,
      (_, kids: string) => `/Kids [${(kids.match(/\d+ 0 R/g) ?? []).toReversed().join(' ')}]`,
    ),
  );
  const [first, second] = [signatureFileName(1), signatureFileName(2)];
  for (const name of [EVIDENCE_FILE_NAME, first, second])
    yield rebuild(`${name} by another name`, (text) => text.replaceAll(`(${name})`, `(x${name.slice(1)})`));
  for (const [a, b] of [
    [first, second],
    [EVIDENCE_FILE_NAME, first],
  ] as const)
    yield rebuild(`${a} and ${b} exchanged`, (text) =>
      text.replaceAll(`(${a})`, '(§)').replaceAll(`(${b})`, `(${a})`).replaceAll('(§)', `(${b})`),
    );
  for (const { id } of readObjects(pdf).objects)
    yield rebuild(`object ${id} with one more entry`, (text, at) =>
      at === id ? text.replace('<<', '<< /Note (x)') : text,
    );
}

/** Returns the first item of each kind. */
const oneOfEach = <T>(all: readonly T[], kindOf: (one: T) => string): T[] => [
  ...new Map(all.toReversed().map((one) => [kindOf(one), one])).values(),
];

/**
 * Yields files in which evidence or pictures are changed, with correct checksums, sizes and offsets.
 * @param whole true: every change; false: one change of each kind
 */
export function* evidenceRebuilds(pdf: Buffer, whole: boolean): Generator<Mutation> {
  const text = readAttachment(pdf, EVIDENCE_FILE_NAME)?.toString('utf8') ?? '';
  const make = (kind: string, name: string, to: string): Mutation =>
    mutation(kind, name, () => withAttachment(pdf, EVIDENCE_FILE_NAME, to));
  const fields = changedFields({ text });
  for (const { path, text: to } of whole ? fields : fields.slice(0, 1))
    yield make('a field of the evidence', path.join('.'), to);
  const events = changedEvents({ text });
  for (const { how, at, text: to } of whole ? events : oneOfEach(events, (one) => one.how))
    yield make('an event of the evidence', `${at} ${how}`, to);
  for (const { name, text: to } of consistentForgeries({ text })) yield make('a chain made anew', name, to);
  for (const [name, other] of [
    [signatureFileName(1), signatureFileName(2)],
    [signatureFileName(2), signatureFileName(1)],
  ] as const)
    yield mutation('another picture', name, () =>
      withAttachment(pdf, name, readAttachment(pdf, other) ?? Buffer.alloc(0)),
    );
}
