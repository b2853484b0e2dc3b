import { agreementText } from '@siegel/contracts/testing/agreement-text';
import { ndaAfter } from '../../nda/testing/given.js';
import { tenth } from '../../testing/tenth.js';
import { readPdf } from '../testing/read-pdf.js';
import { partsOf, recordedStory } from '../testing/signed-nda.js';
import { documentInput } from './document-input.js';
import { renderDocument } from './render-document.js';

const SCRIPTS = [
  'Özil Çelik Ægir Þór Ñúñez Žižek',
  'Łukasz Świątek Őry Ğül İşçi',
  'Ёлкина Йосиф Ђорђе Їжак',
  'Ωμέγα Ήρα Ϊων Ϋ',
  'Nguyễn Thị Ắnh Ơ Ư',
];
/** What a reader finds by: composed, without what a line's end leaves, and without the feet of the pages. */
const searchable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\s+/g, '')
    .replaceAll(/Prüfsumme[0-9a-f]{64}Seite\d+von\d+/g, '');

// In a file of its own: what the fonts are asked for first in a process is what counts.
it('all text of the agreement is found in it, whatever was printed before', async () => {
  const named = (party1Name: string) => {
    const events = recordedStory({ personal: { party1Name, ideaTitle: `Entwurf: ${party1Name}` } });
    return documentInput(ndaAfter(events), events, partsOf(events));
  };
  for (let n = 0; n < tenth(50); n += 1) await renderDocument(named(SCRIPTS[n % SCRIPTS.length] ?? ''));
  for (const name of ['Otto Conrad', 'Iris Affinger-Fjord', ...SCRIPTS]) {
    const input = named(name);
    const found = searchable(readPdf((await renderDocument(input)).bytes).pages.join(''));
    for (const line of agreementText(input.agreement).split('\n')) expect(found).toContain(searchable(line));
    expect(found).not.toContain('\u0000');
  }
});
