import { readObjects } from './pdf-objects.js';
import { withSignaturePlaceholder } from './placeholder.js';
import { samplePdf } from './testing/sample-pdf.js';

const ROOM = 5000;
const appearance = {
  reason: 'Siegel: geprüft (ok) \\',
  name: 'Müller & Söhne',
  at: new Date('2026-11-21T08:09:10.987Z'),
  level: 'B-T',
} as const;
const made = (pdf: Buffer): string => withSignaturePlaceholder(pdf, appearance, ROOM).toString('latin1');
const utf16 = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

describe('withSignaturePlaceholder', () => {
  it('adds field, widget and signature without a new revision', () => {
    const before = samplePdf();
    const after = withSignaturePlaceholder(before, appearance, ROOM);
    const text = after.toString('latin1');
    expect(text.match(/%%EOF/g)).toHaveLength(1);
    expect(text.match(/startxref/g)).toHaveLength(1);
    const objects = readObjects(after).objects;
    expect(objects.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(text).toContain('/Size 9');
    const [catalog, , page, , , , signature, field] = objects.map(({ bytes }) => bytes.toString('latin1'));
    expect(catalog).toContain('/AcroForm << /Fields [8 0 R] /SigFlags 3 >>\n/Perms << /DocMDP 7 0 R >>');
    expect(catalog).toContain('/Extensions << /ESIC << /BaseVersion /1.7 /ExtensionLevel 2 >> >>');
    expect(page).toContain('/Annots [8 0 R]');
    expect(field).toContain(
      `/T ${utf16('Seal')}\n/TU ${utf16('Siegel: geprüft (ok) \\')}\n/V 7 0 R\n/F 132\n/Rect [0 0 0 0]\n/P 3 0 R`,
    );
    expect(signature).toContain(
      '/SubFilter /ETSI.CAdES.detached\n/ByteRange [0 /********** /********** /**********]\n/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 1 /V /1.2 >> >>]\n/Contents <0000',
    );
    expect(/<(0+)>/.exec(signature ?? '')?.[1]).toHaveLength(ROOM * 2);
    expect(signature).toContain(
      `/M (D:20261121080910+00'00')\n/SIEG_Level /B-T\n/Name ${utf16('Müller & Söhne')}\n/Reason ${utf16('Siegel: geprüft (ok) \\')}`,
    );
    expect(signature).not.toContain('/Location');
  });

  it('leaves everything else unchanged', () => {
    const before = readObjects(samplePdf());
    const after = readObjects(withSignaturePlaceholder(samplePdf(), appearance, ROOM));
    for (const id of [2, 4, 5, 6])
      expect(
        after.objects
          .find((one) => one.id === id)
          ?.bytes.equals(before.objects.find((one) => one.id === id)?.bytes ?? Buffer.alloc(0)),
      ).toBe(true);
    expect(after.header.equals(before.header)).toBe(true);
    expect(after.trailer).toBe(before.trailer.replace('/Size 7', '/Size 9'));
  });

  it('states the place where the document is sealed, if it is given', () => {
    const text = withSignaturePlaceholder(samplePdf(), { ...appearance, location: 'Köln' }, ROOM).toString(
      'latin1',
    );
    expect(text).toContain(`/Location ${utf16('Köln')}`);
  });

  it('adds to the existing annotations of the first page', () => {
    expect(made(samplePdf({ page: '/Annots [7 0 R]\n', extra: ['<<\n/Type /Annot\n>>'] }))).toContain(
      '/Annots [7 0 R 9 0 R]',
    );
    const listed = made(samplePdf({ page: '/Annots 8 0 R\n', extra: ['<<\n/Type /Annot\n>>', '[7 0 R]'] }));
    expect(listed).toContain('8 0 obj\n[7 0 R 10 0 R]\nendobj');
    expect(listed).toContain('/Annots 8 0 R');
  });

  it('is not confused by a text that looks like a placeholder', () => {
    const hostile = '/ByteRange [0 /********** /********** /**********]';
    const stream = `<<\n/Type /Metadata\n/Length ${hostile.length}\n>>\nstream\n${hostile}\nendstream`;
    const text = made(samplePdf({ title: hostile, extra: [stream] }));
    expect(text.match(/\/ByteRange/g)).toHaveLength(1);
    expect(text).toContain('/Title (\\057ByteRange [0 /********** ');
    expect(text).toMatch(/\/Type \/Metadata\n\/Length \d+\n\/Filter \/FlateDecode\n>>\nstream\n/);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no PDF', Buffer.from('hello')],
    ['a form', samplePdf({ catalog: '/AcroForm << >>\n' })],
    ['bytes behind it', Buffer.concat([samplePdf(), Buffer.from('more')])],
    [
      'another revision before it',
      Buffer.from(samplePdf().toString('latin1').replace('/Size 7', '/Size 7\n/Prev 12'), 'latin1'),
    ],
    [
      'a wrong table',
      Buffer.from(samplePdf().toString('latin1').replace('%PDF-1.7\n', '%PDF-1.7\n\n'), 'latin1'),
    ],
  ])('refuses %s', (_, pdf) => {
    expect(() => withSignaturePlaceholder(pdf, appearance, ROOM)).toThrow('cannot be prepared');
  });
});
