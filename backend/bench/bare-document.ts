import { agreementText } from '@siegel/contracts/testing/agreement-text';
import pdfmake from 'pdfmake';
import { FONTS } from '#src/delivery/pdf/fonts';
import type { DocumentInput } from '#src/delivery/pdf/document-input';

const dataUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

let prepared = false;
/**
 * Registers the font files under separate names, so that the bare renderer reads them itself.
 * Must be called after our renderer has set its access policy.
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
 * Makes the baseline document with pdfmake alone. It has the same words, fonts and pictures as our document,
 * but in plain paragraphs. It has neither our layout nor PDF/A, attachment, extra compression or seal.
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
