import { createHash } from 'node:crypto';
import { EVIDENCE_FILE_NAME, type Evidence } from '@siegel/contracts/evidence/evidence';
import { readAttachment } from '../pades/read-attachment.js';
import { readObjects, writeObjects } from '../pades/pdf-objects.js';
import { rsaIdentity } from '../pades/testing/fixtures.js';
import { checked, sealed, unsealed } from './testing/sealing.js';

const identity = rsaIdentity();
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const PICTURES = ['signature-1.png', 'signature-2.png'] as const;

const attachment = (pdf: Buffer, name: string): Buffer => readAttachment(pdf, name) ?? Buffer.alloc(0);

/** Returns the file after replacing the bytes of the named attachment and correcting the offsets. */
function withAttachment(pdf: Buffer, name: string, content: Buffer, entries = ''): Buffer {
  const file = readObjects(pdf);
  const specification = file.objects
    .map(({ bytes }) => bytes.toString('latin1', 0, 512))
    .find((head) => head.includes('/Type /Filespec') && head.includes(`(${name})`));
  const embedded = Number(/\/F (\d+) 0 R/.exec(specification ?? '')?.[1]);
  const bytes = Buffer.concat([
    Buffer.from(`${embedded} 0 obj\n<< /Type /EmbeddedFile /Length ${content.length} ${entries}>>\nstream\n`),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  return writeObjects({
    ...file,
    objects: file.objects.map((one) => (one.id === embedded ? { id: embedded, bytes } : one)),
  });
}

function renamed(pdf: Buffer, name: string): Buffer {
  const file = readObjects(pdf);
  return writeObjects({
    ...file,
    objects: file.objects.map(({ id, bytes }) => ({
      id,
      bytes: Buffer.from(bytes.toString('latin1').replaceAll(`(${name})`, `(x${name.slice(1)})`), 'latin1'),
    })),
  });
}

function withEvidence(pdf: Buffer, change: (evidence: Evidence) => object): Buffer {
  const evidence = JSON.parse(attachment(pdf, EVIDENCE_FILE_NAME).toString('utf8')) as Evidence;
  return withAttachment(pdf, EVIDENCE_FILE_NAME, Buffer.from(JSON.stringify(change(evidence))));
}

const swapped = (pdf: Buffer): Buffer =>
  withAttachment(
    withAttachment(pdf, PICTURES[0], attachment(pdf, PICTURES[1])),
    PICTURES[1],
    attachment(pdf, PICTURES[0]),
  );

/** Documents that anybody with the sealing key could make, or the service could make by mistake. */
describe('a document of the service with an intact seal', () => {
  it('is authentic with attachments that were rewritten unchanged', async () => {
    let pdf = withEvidence(await unsealed(), (evidence) => evidence);
    for (const name of PICTURES) pdf = withAttachment(pdf, name, attachment(pdf, name));
    expect((await checked(await sealed(identity, undefined, pdf), { identity })).verdict).toBe('authentic');
  });

  it.each<[string, (pdf: Buffer) => Buffer]>([
    ['the two pictures exchanged', swapped],
    ['the same picture twice', (pdf) => withAttachment(pdf, PICTURES[1], attachment(pdf, PICTURES[0]))],
    ...PICTURES.flatMap((name): [string, (pdf: Buffer) => Buffer][] => [
      [`no ${name}`, (pdf) => renamed(pdf, name)],
      [`an empty ${name}`, (pdf) => withAttachment(pdf, name, Buffer.alloc(0))],
      [
        `a ${name} with one more byte`,
        (pdf) => withAttachment(pdf, name, Buffer.concat([attachment(pdf, name), Buffer.of(0)])),
      ],
    ]),
    ['no evidence', (pdf) => renamed(pdf, EVIDENCE_FILE_NAME)],
    [
      'another picture with the hash of its own',
      (pdf) => {
        const other = attachment(pdf, PICTURES[0]);
        return withEvidence(withAttachment(pdf, PICTURES[1], other), (it) => ({
          ...it,
          parties: it.parties.map((party) => ({ ...party, signatureHash: sha256(other) })),
        }));
      },
    ],
    ['evidence that is not valid', (pdf) => withEvidence(pdf, () => [])],
    [
      'evidence that cannot be unpacked',
      (pdf) => withAttachment(pdf, EVIDENCE_FILE_NAME, Buffer.from('{}'), '/Filter /FlateDecode '),
    ],
    [
      'another time of completion',
      (pdf) => withEvidence(pdf, (it) => ({ ...it, completedAt: '2026-11-12T13:35:29.000Z' })),
    ],
    [
      'another name of a party',
      (pdf) =>
        withEvidence(pdf, (it) => ({
          ...it,
          parties: it.parties.map((party) =>
            party.party === 2 ? { ...party, name: 'Lukasz Achterberg' } : party,
          ),
        })),
    ],
    [
      'other names of the pictures',
      (pdf) =>
        withEvidence(pdf, (it) => ({
          ...it,
          parties: it.parties.map((party) => ({ ...party, signatureFile: PICTURES[0] })),
        })),
    ],
    ['one event removed', (pdf) => withEvidence(pdf, (it) => ({ ...it, events: it.events.toSpliced(1, 1) }))],
    [
      'its last event removed',
      (pdf) => withEvidence(pdf, (it) => ({ ...it, events: it.events.slice(0, -1) })),
    ],
    ['two events exchanged', (pdf) => withEvidence(pdf, (it) => ({ ...it, events: it.events.toReversed() }))],
  ])('is altered with %s', async (_, change) => {
    const pdf = await sealed(identity, undefined, change(await unsealed()));
    expect(await checked(pdf, { identity })).toEqual({
      verdict: 'altered',
      reasons: ['evidence_broken'],
      signatures: [],
    });
  });
});
