import { answerParts, type ChatMessage } from '@siegel/contracts/admin/chat';
import { CHAT_MESSAGES_MAX } from '@siegel/contracts/limits';

/** State or result of a question. */
export type Outcome =
  | { kind: 'waiting' }
  /** As the server sent it. */
  | { kind: 'answer'; response: string }
  | { kind: 'stopped' }
  | { kind: 'failed'; words: string }
  /** The session has ended. */
  | { kind: 'ended' };

/** A question and its outcome. */
export interface Exchange {
  id: number;
  question: string;
  outcome: Outcome;
}

/** Number of exchanges that are kept. A call takes fewer. */
const STORED_MAX = 40;

/** Appends a question. */
export const withQuestion = (exchanges: readonly Exchange[], question: string): Exchange[] => [
  ...exchanges.slice(1 - STORED_MAX),
  { id: (exchanges.at(-1)?.id ?? 0) + 1, question, outcome: { kind: 'waiting' } },
];

export const withOutcome = (exchanges: readonly Exchange[], id: number, outcome: Outcome): Exchange[] =>
  exchanges.map((one) => (one.id === id ? { ...one, outcome } : one));

export const withoutExchange = (exchanges: readonly Exchange[], id: number): Exchange[] =>
  exchanges.filter((one) => one.id !== id);

/**
 * Messages of a call: the answered exchanges, then the new question. A long conversation is reduced to its
 * end.
 */
export function messagesFor(exchanges: readonly Exchange[], question: string): ChatMessage[] {
  const said = exchanges.flatMap(({ question: content, outcome }): ChatMessage[] =>
    outcome.kind === 'answer'
      ? [
          { role: 'user', content },
          { role: 'assistant', content: outcome.response },
        ]
      : [],
  );
  // Room for whole pairs of question and answer. The new question has no answer yet.
  const room = CHAT_MESSAGES_MAX - (CHAT_MESSAGES_MAX % 2) - 2;
  return [...said.slice(-room), { role: 'user', content: question }];
}

/** The part of an answer that is read out: its text without the sources. */
export const spokenPart = (response: string): string => answerParts(response).text;

const textIn = (value: object, name: string): string | undefined => {
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : undefined;
};

function outcomeOf(stored: unknown): Outcome {
  if (typeof stored !== 'object' || stored === null) return { kind: 'stopped' };
  const [kind, response, words] = ['kind', 'response', 'words'].map((name) => textIn(stored, name));
  if (kind === 'answer' && response !== undefined) return { kind, response };
  if (kind === 'failed' && words !== undefined) return { kind, words };
  // A question that was waiting when the page was left counts as stopped.
  return kind === 'ended' ? { kind } : { kind: 'stopped' };
}

/** Reads exchanges from the storage of the tab, which can hold anything. */
export function restored(stored: unknown): Exchange[] {
  if (!Array.isArray(stored)) return [];
  return stored.slice(-STORED_MAX).flatMap((one: unknown, index): Exchange[] => {
    const question = typeof one === 'object' && one !== null ? textIn(one, 'question') : undefined;
    if (question === undefined) return [];
    return [{ id: index + 1, question, outcome: outcomeOf(Reflect.get(one as object, 'outcome')) }];
  });
}
