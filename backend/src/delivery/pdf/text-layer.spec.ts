import { agreementText } from '@siegel/contracts/testing/agreement-text';
import { ndaAfter } from '../../nda/testing/given.js';
import { tenthUnlessLong } from '../../platform/testing/long-run.js';
import { readPdf } from '../testing/read-pdf.js';
import { partsOf, recordedStory } from '../testing/signed-nda.js';
import { documentInput } from './document-input.js';
import { renderDocument } from './render-document.js';
import { onlyInAll } from '../../platform/testing/only-in-all.js';

const SCRIPTS = [
  'Özil Çelik Ægir Þór Ñúñez Žižek',
  'Łukasz Świątek Őry Ğül İşçi',
  'Ёлкина Йосиф Ђорђе Їжак',
  'Ωμέγα Ήρα Ϊων Ϋ',
  'Nguyễn Thị Ắnh Ơ Ư',
];
/**
 * Returns the text as a PDF reader's search sees it: composed, with the keyboard's hyphen, and without line
 * breaks and page footers.
 */
const searchable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('\u2011', '-')
    .replaceAll(/\s+/g, '')
    .replaceAll(/Prüfsumme[0-9a-f]{64}Seite\d+von\d+/g, '');

// These tests need a file of their own, because the results depend on the first requests to the fonts in a
// process.
onlyInAll.it(
  'all text of the agreement can be found in the document, whatever was rendered before',
  async () => {
    const named = (party1Name: string) => {
      const events = recordedStory({ personal: { party1Name, ideaTitle: `Entwurf: ${party1Name}` } });
      return documentInput(ndaAfter(events), events, partsOf(events));
    };
    for (let n = 0; n < tenthUnlessLong(50); n += 1)
      await renderDocument(named(SCRIPTS[n % SCRIPTS.length] ?? ''));
    for (const name of ['Otto Conrad', 'Iris Affinger-Fjord', 'Anna\u2011Lena Groß', ...SCRIPTS]) {
      const input = named(name);
      const found = searchable(readPdf((await renderDocument(input)).bytes).pages.join(''));
      for (const line of agreementText(input.agreement).split('\n'))
        expect(found).toContain(searchable(line));
      expect(found).not.toContain('\u0000');
    }
  },
);

it('breaks lines at a hyphen, but never at a no-break hyphen', async () => {
  const linesWith = async (hyphen: string) => {
    const words = Array.from(
      { length: 60 },
      (_, n) => `abab${'ab'.repeat(n % 7)}${hyphen}${'cd'.repeat(1 + (n % 5))}`,
    );
    const events = recordedStory({ personal: { ideaDescription: words.join(' ') } });
    const input = documentInput(ndaAfter(events), events, partsOf(events));
    return readPdf((await renderDocument(input)).bytes).lines.filter((line) => line.includes('abab'));
  };
  const isBroken = (line: string) => /^-|-\s*$/.test(line);
  expect((await linesWith('-')).some(isBroken)).toBe(true);
  expect((await linesWith('\u2011')).filter((line) => isBroken(line) || !line.includes('-cd'))).toEqual([]);
});
