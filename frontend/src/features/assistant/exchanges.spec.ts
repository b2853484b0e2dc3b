import { CHAT_MESSAGES_MAX } from '@siegel/contracts/limits';
import { answerBlocks } from './answer-blocks.js';
import {
  withQuestion,
  withOutcome,
  type Exchange,
  messagesFor,
  restored,
  withoutExchange,
} from './exchanges.js';
import { sentencesOf } from './sentences.js';

const answered = (count: number): Exchange[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    question: `Frage ${index + 1}`,
    outcome: { kind: 'answer', response: `Antwort ${index + 1}` },
  }));

describe('a conversation', () => {
  it('grows with each question, and keeps each answer with its question', () => {
    const [first, second] = withQuestion(withQuestion([], 'Eins?'), 'Zwei?');
    expect([first?.id, second?.id]).toEqual([1, 2]);
    const answer = { kind: 'answer', response: 'Ja.' } as const;
    expect(
      withOutcome(
        [first, second].flatMap((one) => one ?? []),
        1,
        answer,
      ).map(({ outcome }) => outcome.kind),
    ).toEqual(['answer', 'waiting']);
    expect(withoutExchange(answered(3), 2).map(({ id }) => id)).toEqual([1, 3]);
    expect(withQuestion(answered(60), 'Neu?')).toHaveLength(40);
  });

  it('is sent with its answered questions; of a long one only the end is sent', () => {
    const stopped: Exchange = { id: 9, question: 'Nein?', outcome: { kind: 'stopped' } };
    expect(messagesFor([...answered(1), stopped], 'Und?')).toEqual([
      { role: 'user', content: 'Frage 1' },
      { role: 'assistant', content: 'Antwort 1' },
      { role: 'user', content: 'Und?' },
    ]);
    const long = messagesFor(answered(30), 'Und?');
    expect(long.length).toBeLessThanOrEqual(CHAT_MESSAGES_MAX);
    expect(long[0]).toEqual({ role: 'user', content: 'Frage 12' });
    expect(long.at(-1)).toEqual({ role: 'user', content: 'Und?' });
  });

  it('is restored from the storage of the tab, whatever the storage holds', () => {
    const all: Exchange[] = [
      ...answered(1),
      { id: 2, question: 'Zwei?', outcome: { kind: 'failed', words: 'Nein.' } },
      { id: 3, question: 'Drei?', outcome: { kind: 'ended' } },
    ];
    expect(restored(JSON.parse(JSON.stringify(all)))).toEqual(all);
    const waiting = [{ id: 7, question: 'Vier?', outcome: { kind: 'waiting' } }];
    expect(restored(waiting)).toEqual([{ id: 1, question: 'Vier?', outcome: { kind: 'stopped' } }]);
    for (const damaged of [undefined, null, 'x', {}, [null, 1, {}, { question: 1 }]])
      expect(restored(damaged)).toEqual([]);
    expect(restored([{ question: 'Fünf?', outcome: { kind: 'answer', response: 5 } }])).toMatchObject([
      { outcome: { kind: 'stopped' } },
    ]);
  });
});

describe('an answer', () => {
  it('is split into paragraphs and lists', () =>
    expect(answerBlocks('Zwei Zeilen,\nein Absatz.\n- eins\n- zwei\n\n- drei\n3. a\n4) b\nEnde')).toEqual([
      { kind: 'text', lines: ['Zwei Zeilen,', 'ein Absatz.'] },
      { kind: 'bullets', lines: ['eins', 'zwei'] },
      { kind: 'bullets', lines: ['drei'] },
      { kind: 'numbers', lines: ['a', 'b'], start: 3 },
      { kind: 'text', lines: ['Ende'] },
    ]));

  it('has no list if a line only looks like a list entry', () =>
    expect(answerBlocks('-5 %\n1.250 Aufrufe\n-')).toEqual([
      { kind: 'text', lines: ['-5 %', '1.250 Aufrufe', '-'] },
    ]));

  it('is split into sentences for speech, and long sentences are split further', () => {
    expect(sentencesOf('Gut. Es sind 1.250,5 im Monat.\n- eins\n\n—\n- zwei: drei', 'de')).toEqual([
      'Gut.',
      'Es sind 1.250,5 im Monat.',
      'eins',
      'zwei: drei',
    ]);
    const parts = sentencesOf(`${'Wort, '.repeat(100)}${'x'.repeat(500)}`, 'de');
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(200);
    expect(parts.join('').replaceAll(/\s/g, '')).toBe(`${'Wort,'.repeat(100)}${'x'.repeat(500)}`);
  });
});
