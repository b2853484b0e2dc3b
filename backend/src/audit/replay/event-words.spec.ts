import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@siegel/contracts/enums';
import { ndaEvents } from '../../nda/nda.registry.js';

const FOLDER = 'frontend/src/locales';

/** The file with the words for events in the timeline of an agreement. */
const fileOf = (language: string): string => `${FOLDER}/${language}/replay.json`;

function wordsIn(language: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(__dirname, '../../../..', fileOf(language)), 'utf8');
  return (JSON.parse(text) as { events: Readonly<Record<string, string>> }).events;
}

/**
 * Returns a message for each event type whose words are missing, and for each entry that has no event type.
 * The message names the file.
 */
function problemsOf(language: string, types: readonly string[]): readonly string[] {
  const words = wordsIn(language);
  const missing = types.filter((type) => !Object.hasOwn(words, type));
  const unused = Object.keys(words).filter((type) => !types.includes(type));
  return [
    ...missing.map((type) => `Write what the event ${type} is called below "events" in ${fileOf(language)}.`),
    ...unused.map((type) => `Remove ${type} below "events" in ${fileOf(language)}: there is no such event.`),
  ];
}

describe.each(LANGUAGES)('the words for events in %s', (language) => {
  it("cover every type of an NDA's events, and no other", () =>
    expect(problemsOf(language, Object.keys(ndaEvents))).toEqual([]));

  it('are reported with their file if they are missing or belong to no event', () => {
    const others = [...Object.keys(ndaEvents).filter((type) => type !== 'NdaErased'), 'NoteAdded'];
    expect(problemsOf(language, others)).toEqual([
      `Write what the event NoteAdded is called below "events" in frontend/src/locales/${language}/replay.json.`,
      `Remove NdaErased below "events" in frontend/src/locales/${language}/replay.json: there is no such event.`,
    ]);
  });
});
