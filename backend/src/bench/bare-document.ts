import { agreementText } from '@siegel/contracts/agreement/canonical';
import pdfmake from 'pdfmake';
import type { DocumentInput } from '../delivery/pdf/document-input.js';

const dataUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

/** The renderer by itself: the same words, fonts and pictures as paragraphs, without our look, PDF/A, attachment, compression of our own or seal. */
export function bareDocument(input: DocumentInput): Promise<Buffer> {
  const record = input.audit.flatMap(({ revision, at, actor, what, ip, hash }) => [`${revision} ${at} ${actor} ${ip ?? ''}`, what, hash]);
  return pdfmake
    .createPdf({
      pageSize: 'A4',
      pageMargins: 62,
      defaultStyle: { font: 'Brygada', fontSize: 10.5 },
      content: [
        ...agreementText(input.agreement)
          .split('\n')
          .map((text, index) => ({ text, font: index % 4 === 0 ? 'BrygadaMedium' : 'Brygada', italics: index % 9 === 0 })),
        { image: dataUrl(input.signatures[1].image), width: 200 },
        { image: dataUrl(input.signatures[2].image), width: 200 },
        ...record.map((text) => ({ text, font: 'Roboto', fontSize: 8.5 })),
      ],
      footer: (page, pages) => ({ text: `${input.agreementHash} ${page}/${pages}`, font: 'Roboto', fontSize: 7, margin: [62, 30] }),
    })
    .getBuffer();
}
