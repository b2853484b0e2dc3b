import { TERM_FIELDS, TEXT_TERMS } from '@siegel/contracts/nda/term-fields';
import { PRINTABLE_RANGES } from '@siegel/contracts/validation/printable';
import { recordedStory } from '../../delivery/testing/signed-nda.js';
import { ndaAfter } from '../../nda/testing/given.js';
import type { NdaState } from '../../nda/nda.state.js';
import { inputOf, SAMPLE_DOCUMENTS } from './sample-documents.js';

const storyOf = (name: string) => SAMPLE_DOCUMENTS.find((sample) => sample.name === name)?.story ?? {};
const stateOf = (name: string): NdaState => ndaAfter(recordedStory(storyOf(name)));

it.each(SAMPLE_DOCUMENTS)('$name gets its document with its last event', ({ story }) => {
  const events = recordedStory(story);
  expect(ndaAfter(events).dueAtRevision).toBe(events.length - 1);
  expect(inputOf(story).asOfRevision).toBe(events.length - 1);
});

it.each(SAMPLE_DOCUMENTS)('$name contains only texts that may be entered', ({ story }) => {
  const { personal } = ndaAfter(recordedStory(story));
  for (const field of TEXT_TERMS)
    expect(personal?.[field]?.length ?? 0).toBeLessThanOrEqual(TERM_FIELDS[field].max);
});

it('the samples contain the longest text, and every letter', () => {
  const { ideaDescription = '' } = storyOf('de-longest').personal ?? {};
  expect(ideaDescription).toHaveLength(TERM_FIELDS.ideaDescription.max);
  const { ideaDescription: letters = '' } = storyOf('de-every-letter').personal ?? {};
  const missing = PRINTABLE_RANGES.flat().filter((point) => !letters.includes(String.fromCodePoint(point)));
  expect(missing).toEqual([]);
});

it('the samples contain each key at each level', () => {
  const made = new Set(SAMPLE_DOCUMENTS.map(({ key, level }) => `${key} ${level}`));
  expect(made.size).toBe(8);
});

it('the samples contain shares of both parties, a replaced draft, and a corrected address', () => {
  const { payments } = stateOf('de-split');
  expect([payments[1].amount, payments[2].amount]).toEqual([199, 199]);
  expect(stateOf('en-replaced').replaces).not.toBeNull();
  expect(stateOf('de-corrected').party2Emails).toHaveLength(2);
});
