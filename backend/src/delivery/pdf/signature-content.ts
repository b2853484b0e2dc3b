import { SIGNATURE_TEXTS } from '@siegel/contracts/agreement/signature-texts';
import type { Language, Party } from '@siegel/contracts/enums';
import { formatDateTime, formatTimestamp } from '@siegel/contracts/formats';
import type { Column, Content } from 'pdfmake/interfaces.js';
import type { DocumentInput, DocumentSignature } from './document-input.js';
import { pngSize } from './flatten-signature.js';
import { sealMark } from './seal-mark.js';
import { tagged } from './tags.js';
import { CONTENT_WIDTH, line, RULE, SIGNATURE_ENDS, text } from './page-style.js';
import { inBothLanguages } from '../../platform/language/both-languages.js';

const GAP = 28;
const WIDTH = (CONTENT_WIDTH - GAP) / 2;
const IMAGE_WIDTH = WIDTH - 12;
const IMAGE_HEIGHT = 74;
/** Points between a picture and the line below it, and between that line and the name. */
const OVER_LINE = 4;
const UNDER_LINE = 6;
/**
 * The seal overlaps the right edge of the text and the line below Party 2's signature. The seal's top is 14
 * points above the lower edge of the picture.
 */
const SEAL = { size: 56, x: WIDTH - 24, y: -14 - OVER_LINE - UNDER_LINE } as const;

const NOTES = inBothLanguages({
  de: {
    kinds: { drawn: 'gezeichnet', typed: 'Name getippt', unspecified: 'geleistet' },
    signature: 'Unterschrift:',
    here: 'auf dem Gerät der offenlegenden Partei',
    link: 'über den zugesandten Link',
  },
  en: {
    kinds: { drawn: 'drawn', typed: 'name typed', unspecified: 'given' },
    signature: 'Signature:',
    here: 'on the device of the Disclosing Party',
    link: 'through the link that was sent',
  },
});

/** Says how and where the signature was made, as far as this is known. */
const note = (party: Party, { kind, channel }: DocumentSignature, language: Language): string | undefined => {
  const { kinds, here, link } = NOTES[language];
  if (party === 1) return kind === null ? undefined : kinds[kind];
  return `${kinds[kind ?? 'unspecified']} ${channel === 'remote' ? link : here}`;
};

/** A picture that rests on its line, whatever the picture's height. */
function picture(party: Party, { image, name }: DocumentSignature, language: Language): Content {
  const [width, height] = pngSize(image);
  const scale = Math.min(IMAGE_WIDTH / width, IMAGE_HEIGHT / height);
  return {
    image: `signature${party}`,
    ...tagged({ type: 'Figure', alt: `${NOTES[language].signature} ${name}` }),
    width: width * scale,
    margin: [6, IMAGE_HEIGHT - height * scale, 0, OVER_LINE],
  };
}

const seal = (): Content => ({ ...sealMark(SEAL.size), relativePosition: { x: SEAL.x, y: SEAL.y } });

function box(party: Party, input: DocumentInput): Column {
  const signature = input.signatures[party];
  const channel = note(party, signature, input.language);
  const { company } = input.agreement.parties[party === 1 ? 0 : 1];
  const texts = SIGNATURE_TEXTS[input.language];
  return {
    width: WIDTH,
    stack: [
      picture(party, signature, input.language),
      line(RULE, [0, 0, 0, UNDER_LINE], WIDTH),
      // The seal is drawn over the picture's white background. An unsealed copy has no seal.
      ...(party === 1 || input.isCopy === true ? [] : [seal()]),
      text(signature.name, 'BrygadaMedium', { tag: { type: 'P' }, style: 'party', fontSize: 11 }),
      ...(company === null
        ? []
        : [
            text(texts.signsFor(company.text), 'Brygada', {
              tag: { type: 'P' },
              style: 'party',
              fontSize: 10,
            }),
          ]),
      text(`${texts.signedOn} ${formatDateTime(signature.at, input.language)}`, 'SourceSans', {
        tag: { type: 'P' },
        style: 'small',
        margin: [0, 2, 0, 0],
      }),
      text(`${formatTimestamp(signature.at, 'UTC')} UTC`, 'SourceSans', {
        tag: { type: 'P' },
        style: 'small',
      }),
      ...(channel === undefined ? [] : [text(channel, 'SourceSans', { tag: { type: 'P' }, style: 'small' })]),
      // Marks the end of the box, so that the layout knows on which page the box ends.
      { ...text(' ', 'SourceSans', { style: 'tiny' }), id: SIGNATURE_ENDS[party] },
    ],
  };
}

/**
 * Returns the two signatures of section 17, each with the channel through which it was made
 * (rule:channel-is-shown). The layout keeps them on the same page as the section.
 */
export const signatureContent = (input: DocumentInput): Content => ({
  columns: [box(1, input), box(2, input)],
  columnGap: GAP,
  margin: [0, 16, 0, 0],
});
