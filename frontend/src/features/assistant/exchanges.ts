import { answerParts, type ChatMessage } from '@siegel/contracts/admin/chat';
import { CHAT_MESSAGES_MAX } from '@siegel/contracts/limits';

/** What became of a question. */
export type Outcome =
  | { kind: 'waiting' }
  /** As the server gave it. */
  | { kind: 'answer'; response: string }
  | { kind: 'stopped' }
  | { kind: 'failed'; words: string }
  /** Nobody is logged in any longer. */
  | { kind: 'ended' };

/** A question and what became of it. */
export interface Exchange {
  id: number;
  question: string;
  outcome: Outcome;
}

/** So many are kept: more than a call takes. */
const KEPT_MAX = 40;

/** Behind the others. */
export const asked = (exchanges: readonly Exchange[], question: string): Exchange[] => [
  ...exchanges.slice(1 - KEPT_MAX),
  { id: (exchanges.at(-1)?.id ?? 0) + 1, question, outcome: { kind: 'waiting' } },
];

export const concluded = (exchanges: readonly Exchange[], id: number, outcome: Outcome): Exchange[] =>
  exchanges.map((one) => (one.id === id ? { ...one, outcome } : one));

export const without = (exchanges: readonly Exchange[], id: number): Exchange[] =>
  exchanges.filter((one) => one.id !== id);

/** The question with what was answered before it: of a long conversation its end. */
export function messagesFor(exchanges: readonly Exchange[], question: string): ChatMessage[] {
  const said = exchanges.flatMap(({ question: content, outcome }): ChatMessage[] =>
    outcome.kind === 'answer'
      ? [
          { role: 'user', content },
          { role: 'assistant', content: outcome.response },
        ]
      : [],
  );
  // A question goes with its answer, and the new one has no answer yet.
  const room = CHAT_MESSAGES_MAX - (CHAT_MESSAGES_MAX % 2) - 2;
  return [...said.slice(-room), { role: 'user', content: question }];
}

/** What is read out of an answer: what was said, without where its figures come from. */
export const spokenPart = (response: string): string => answerParts(response).said;

const textIn = (value: object, name: string): string | undefined => {
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : undefined;
};

function outcomeOf(stored: unknown): Outcome {
  if (typeof stored !== 'object' || stored === null) return { kind: 'stopped' };
  const [kind, response, words] = ['kind', 'response', 'words'].map((name) => textIn(stored, name));
  if (kind === 'answer' && response !== undefined) return { kind, response };
  if (kind === 'failed' && words !== undefined) return { kind, words };
  // What was waited for when the page was left, nobody waits for any more.
  return kind === 'ended' ? { kind } : { kind: 'stopped' };
}

/** As the storage of the tab holds them. */
export function restored(stored: unknown): Exchange[] {
  if (!Array.isArray(stored)) return [];
  return stored.slice(-KEPT_MAX).flatMap((one: unknown, index): Exchange[] => {
    const question = typeof one === 'object' && one !== null ? textIn(one, 'question') : undefined;
    if (question === undefined) return [];
    return [{ id: index + 1, question, outcome: outcomeOf(Reflect.get(one as object, 'outcome')) }];
  });
}
