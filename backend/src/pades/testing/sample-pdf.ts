import { writeObjects } from '../pdf-objects.js';

/**
 * Options for a small PDF with the structure that our renderers produce: a classic cross-reference table and
 * one revision.
 */
export interface SamplePdf {
  readonly title?: string;
  /** Text to insert into the first page's dictionary. */
  readonly page?: string;
  /** Text to insert into the catalog. */
  readonly catalog?: string;
  readonly extra?: readonly string[];
}

export function samplePdf({ title = 'Sample', page = '', catalog = '', extra = [] }: SamplePdf = {}): Buffer {
  const content = 'BT /F1 12 Tf 72 720 Td (Hello) Tj ET';
  const bodies = [
    `<<\n/Type /Catalog\n/Pages 2 0 R\n${catalog}>>`,
    '<<\n/Type /Pages\n/Count 2\n/Kids [3 0 R 6 0 R]\n>>',
    `<<\n/Type /Page\n/Parent 2 0 R\n/MediaBox [0 0 595 842]\n/Contents 4 0 R\n/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>\n${page}>>`,
    `<<\n/Length ${content.length}\n>>\nstream\n${content}\nendstream`,
    `<<\n/Title (${title})\n>>`,
    '<<\n/Type /Page\n/Parent 2 0 R\n/MediaBox [0 0 595 842]\n>>',
    ...extra,
  ];
  return writeObjects({
    header: Buffer.from('%PDF-1.7\n%\xff\xff\xff\xff\n', 'latin1'),
    objects: bodies.map((body, index) => ({
      id: index + 1,
      bytes: Buffer.from(`${index + 1} 0 obj\n${body}\nendobj\n`, 'latin1'),
    })),
    trailer: '<<\n/Size 0\n/Root 1 0 R\n/Info 5 0 R\n/ID [<00> <00>]\n>>',
  });
}
