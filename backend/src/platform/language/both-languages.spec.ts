import { inBothLanguages } from './both-languages.js';

describe('words in both languages', () => {
  it('are selected by the language', () => {
    const words = inBothLanguages({
      de: { title: 'Beleg', greeting: (name: string) => `Guten Tag ${name},` },
      en: { title: 'Receipt', greeting: (name) => `Hello ${name},` },
    });
    expect([words.de.title, words.en.greeting('Ada')]).toEqual(['Beleg', 'Hello Ada,']);
  });

  it('must be the same in each language: no word is missing, additional or of another type', () => {
    // @ts-expect-error the title is missing
    inBothLanguages({ de: { title: 'Beleg' }, en: {} });
    // @ts-expect-error the German words have no lead
    inBothLanguages({ de: { title: 'Beleg' }, en: { title: 'Receipt', lead: 'It says' } });
    // @ts-expect-error the title takes no name
    inBothLanguages({ de: { title: 'Beleg' }, en: { title: (name: string) => name } });
  });
});
