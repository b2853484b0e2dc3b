import { agreementText } from '@siegel/contracts/testing/agreement-text';
import pdfmake from 'pdfmake';
import { FONTS } from '#src/delivery/pdf/fonts';
import type { DocumentInput } from '#src/delivery/pdf/document-input';

const dataUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

let prepared = false;
/**
 * Font files as the renderer reads them by itself, beside the names that ours go by. To be called after our
 * renderer has set its own.
 */
export function prepareBare(): void {
  if (prepared) return;
  pdfmake.addFonts(
    Object.fromEntries(Object.entries(FONTS).map(([family, files]) => [`Bare${family}`, { ...files }])),
  );
  pdfmake.setLocalAccessPolicy(() => true);
  prepared = true;
}

/**
 * The renderer by itself: the same words, fonts and pictures as paragraphs, without our look, PDF/A,
 * attachment, compression of our own or seal.
 */
export function bareDocument(input: DocumentInput): Promise<Buffer> {
  const record = input.audit.flatMap(({ revision, at, actor, what, ip, hash }) => [
    `${revision} ${at} ${actor} ${ip ?? ''}`,
    what,
    hash,
  ]);
  return pdfmake
    .createPdf({
      pageSize: 'A4',
      pageMargins: 62,
      defaultStyle: { font: 'BareBrygada', fontSize: 10.5 },
      content: [
        ...agreementText(input.agreement)
          .split('\n')
          .map((text, index) => ({
            text,
            font: index % 4 === 0 ? 'BareBrygadaMedium' : 'BareBrygada',
            italics: index % 9 === 0,
          })),
        { image: dataUrl(input.signatures[1].image), width: 200 },
        { image: dataUrl(input.signatures[2].image), width: 200 },
        ...record.map((text) => ({ text, font: 'BareSourceSans', fontSize: 8.5 })),
      ],
      footer: (page, pages) => ({
        text: `${input.agreementHash} ${page}/${pages}`,
        font: 'BareSourceSans',
        fontSize: 7,
        margin: [62, 30],
      }),
    })
    .getBuffer();
}
