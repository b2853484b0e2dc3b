import { EVIDENCE_FILE_NAME, signatureFileName } from '@siegel/contracts/evidence/evidence';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import type { Party } from '@siegel/contracts/enums';
import pdfmake from 'pdfmake';
import type { Attachment, Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { agreementContent } from './agreement-content.js';
import { auditContent, COPY } from './audit-content.js';
import { compressPdf } from './compress-pdf.js';
import type { DocumentInput } from './document-input.js';
import { flattenSignature } from './flatten-signature.js';
import { FONTS } from './fonts.js';
import { patchLines } from './joined-words.js';
import { INK, PAGE, SIGNATURE_ENDS, SIGNED_SECTION, styles, text } from './page-style.js';
import { RENDERER, type RenderedDocument } from './renderer.js';
import { ticketFor } from './shared-fonts.js';
import { patchDrawings } from './drawing.js';
import { patchStyles } from './style-lookup.js';
import { patchStructure } from './tagging.js';
import { signatureContent } from './signature-content.js';
import { type XmpFacts, xmpPacket } from './xmp.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

const FOOTER = inBothLanguages({
  de: { page: (page: number, of: number) => `Seite ${page} von ${of}`, hash: 'Prüfsumme' },
  en: { page: (page, of) => `Page ${page} of ${of}`, hash: 'Checksum' },
});

const footer = (input: DocumentInput, page: number, pages: number): Content => ({
  columns: [
    {
      ...text(`${FOOTER[input.language].hash} ${input.agreementHash}`, 'SourceSans', { style: 'tiny' }),
      width: '*',
    },
    {
      ...text(FOOTER[input.language].page(page, pages), 'SourceSans', { style: 'tiny', alignment: 'right' }),
      width: 70,
    },
  ],
  margin: [PAGE.left, 30, PAGE.right, 0],
});

const header = (input: DocumentInput): Content =>
  text(COPY[input.language].title, 'SourceSans', {
    style: 'small',
    bold: true,
    color: INK,
    margin: [PAGE.left, 26, PAGE.right, 0],
  });

/**
 * Share of the page's height. A heading that would begin below this point moves to the next page, so that the
 * heading is not alone at the foot of a page.
 */
const LAST_HEADING = 0.91;

const ATTACHED = inBothLanguages({
  de: {
    evidence: 'Maschinenlesbarer Nachweis: Wortlaut, Verlauf und Prüfsummen',
    signatures: {
      1: 'Bild der Unterschrift der offenlegenden Partei, wie es aufbewahrt wurde',
      2: 'Bild der Unterschrift der empfangenden Partei, wie es aufbewahrt wurde',
    },
  },
  en: {
    evidence: 'Machine-readable evidence: text, history and checksums',
    signatures: {
      1: 'Picture of the signature of the Disclosing Party as it was kept',
      2: 'Picture of the signature of the Receiving Party as it was kept',
    },
  },
});

/** Returns the document's metadata, in its language. */
const factsOf = (input: DocumentInput): XmpFacts => ({
  title: `${input.agreement.title}: ${input.agreement.parties.map((party) => party.name.text).join(', ')}`,
  subject: input.agreement.subtitle,
  author: PRODUCT_NAME,
  creator: PRODUCT_NAME,
  producer: RENDERER,
  language: input.language,
  at: new Date(input.completedAt),
});

/**
 * Members that the renderer supports but that are missing from its types: the relation of an attachment to
 * the document (ISO 19005-3, 6.8), and the attachment's dates.
 */
interface DatedAttachment extends Attachment {
  readonly relationship: 'Data' | 'Source';
  readonly creationDate: Date;
  readonly modifiedDate: Date;
}

const evidenceFile = (input: DocumentInput, at: Date): DatedAttachment => ({
  src: `data:application/json;base64,${Buffer.from(input.evidence, 'utf8').toString('base64')}`,
  name: EVIDENCE_FILE_NAME,
  description: ATTACHED[input.language].evidence,
  relationship: 'Data',
  creationDate: at,
  modifiedDate: at,
});

/** Returns the picture from which the signature in section 17 was made. */
const signatureFile = (party: Party, input: DocumentInput, at: Date): DatedAttachment => ({
  src: `data:image/png;base64,${input.signatures[party].image.toString('base64')}`,
  name: signatureFileName(party),
  description: ATTACHED[input.language].signatures[party],
  relationship: 'Source',
  creationDate: at,
  modifiedDate: at,
});

/**
 * Starts a new page before a heading that would be alone at the foot of a page, and before the signed section
 * if the rest of the page cannot hold it. The signed section stays on one page, because somebody could attach
 * a page with nothing but signatures to any text.
 */
const startsPage: NonNullable<TDocumentDefinitions['pageBreakBefore']> = (node, nodes) => {
  if (node.headlineLevel !== 1) return false;
  if (node.startPosition.verticalRatio > LAST_HEADING) return true;
  if (node.id !== SIGNED_SECTION) return false;
  const here = nodes.getFollowingNodesOnPage().map(({ id }) => id);
  return Object.values(SIGNATURE_ENDS).some((end) => !here.includes(end));
};

function definition(input: DocumentInput, onPages: (pages: number) => void): TDocumentDefinitions {
  const { at, title, subject, author, creator, producer } = factsOf(input);
  return {
    version: '1.7',
    subset: 'PDF/A-3b',
    displayTitle: true,
    tagged: true,
    files: {
      evidence: evidenceFile(input, at),
      signature1: signatureFile(1, input, at),
      signature2: signatureFile(2, input, at),
    },
    // The file is compressed later in pure JavaScript, because the platform's library gives different bytes
    // on different machines.
    compress: false,
    language: input.language,
    pageSize: 'A4',
    pageMargins: [PAGE.left, PAGE.top, PAGE.right, PAGE.bottom],
    info: { title, subject, author, creator, producer, creationDate: at, modDate: at },
    styles: styles ?? {},
    defaultStyle: { font: 'Brygada', fontSize: 10.5, color: INK },
    images: {
      signature1: dataUrl(input.signatures[1].image),
      signature2: dataUrl(input.signatures[2].image),
    },
    content: [...agreementContent(input.agreement, signatureContent(input)), ...auditContent(input)],
    ...(input.isCopy === true ? { header: () => header(input) } : {}),
    footer: (page, pages) => {
      onPages(pages);
      return footer(input, page, pages);
    },
    pageBreakBefore: startsPage,
  };
}

const dataUrl = (png: Buffer): string => `data:image/png;base64,${flattenSignature(png).toString('base64')}`;

let prepared = false;
type Families = Record<string, Record<string, string>>;
/** The renderer's virtual file system, which is missing from its types. */
const { virtualfs } = pdfmake as typeof pdfmake & {
  readonly virtualfs: { writeFileSync(name: string, bytes: Buffer): void };
};

/**
 * Registers each font style under its own name. The virtual file of that name contains the ticket of the
 * style's font (shared-fonts.ts).
 */
function ticketed(families: typeof FONTS): Families {
  const named = (family: string, style: string, path: string): [string, string] => {
    const name = `${family}-${style}`;
    virtualfs.writeFileSync(name, ticketFor(path));
    return [style, name];
  };
  const styles = (family: string, files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).map(([style, path]) => named(family, style, path)));
  return Object.fromEntries(
    Object.entries(families).map(([family, files]) => [family, styles(family, files)]),
  );
}

/** Prepares the renderer once per process. It can read only the files and URLs that we give it. */
function prepare(): void {
  if (prepared) return;
  patchDrawings();
  patchStructure();
  patchStyles();
  patchLines();
  // The registered fonts name files in the renderer's virtual file system. The renderer reads no real file.
  pdfmake.setFonts(ticketed(FONTS));
  pdfmake.setLocalAccessPolicy(() => false);
  pdfmake.setUrlAccessPolicy(() => false);
  prepared = true;
}

/**
 * Makes the PDF, which takes about 100 ms of uninterrupted computing. The same input gives the same bytes.
 */
export async function renderDocument(input: DocumentInput): Promise<RenderedDocument> {
  prepare();
  let pages = 0;
  const made = await pdfmake.createPdf(definition(input, (count) => (pages = count))).getBuffer();
  return { bytes: compressPdf(made, xmpPacket(factsOf(input))), pages };
}
