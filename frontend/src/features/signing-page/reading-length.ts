import type { AgreementDocument } from '@siegel/contracts/agreement/document';

/** How many words of a contract people read in a minute. */
const WORDS_PER_MINUTE = 200;

/** Returns the number of sections in a document, and the minutes that it takes to read. */
export function readingLength(document: AgreementDocument): { sections: number; minutes: number } {
  const texts = document.sections.flatMap(({ heading, blocks }) => [
    heading,
    ...blocks.flatMap((block) => {
      if (block.kind === 'signatures') return [];
      const runs = block.kind === 'list' ? block.items.map(({ spans }) => spans) : [block.spans];
      return runs.flat().map(({ text }) => text);
    }),
  ]);
  const words = texts.join(' ').split(/\s+/).length;
  return { sections: document.sections.length, minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)) };
}
