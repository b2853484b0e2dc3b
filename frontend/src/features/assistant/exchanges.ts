import { answerParts, type ChatMessage } from '@siegel/contracts/admin/chat';
import { CHAT_MESSAGES_MAX } from '@siegel/contracts/limits';
import { ownMember } from '@siegel/contracts/own-members';

/** State or result of a question. */
export type Outcome =
  | { kind: 'waiting' }
  /** The answer exactly as the server sent it. */
  | { kind: 'answer'; response: string }
  | { kind: 'stopped' }
  | { kind: 'failed'; words: string }
  /** The session has ended. */
  | { kind: 'ended' };

export interface Exchange {
  id: number;
  question: string;
  outcome: Outcome;
}

/** Maximum number of exchanges that are stored. A call sends fewer exchanges. */
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
 * Returns the messages to send with a new question: the earlier exchanges that were answered, then the new
 * question. If the conversation is long, only its last exchanges are included.
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
  // Leave room for the new question. The earlier messages are pairs of question and answer, so keep an even
  // number of them. Otherwise the first answer would lose its question.
  const room = CHAT_MESSAGES_MAX - (CHAT_MESSAGES_MAX % 2) - 2;
  return [...said.slice(-room), { role: 'user', content: question }];
}

/** Returns the part of an answer that is read aloud: its text without the sources. */
export const spokenPart = (response: string): string => answerParts(response).text;

const textIn = (value: object, name: string): string | undefined => {
  const found: unknown = ownMember(value, name);
  return typeof found === 'string' ? found : undefined;
};

function outcomeOf(stored: unknown): Outcome {
  if (typeof stored !== 'object' || stored === null) return { kind: 'stopped' };
  const [kind, response, words] = ['kind', 'response', 'words'].map((name) => textIn(stored, name));
  if (kind === 'answer' && response !== undefined) return { kind, response };
  if (kind === 'failed' && words !== undefined) return { kind, words };
  // A question that was still waiting when the user left the page counts as stopped.
  return kind === 'ended' ? { kind } : { kind: 'stopped' };
}

/** Reads exchanges from the tab's storage. The storage can hold anything. */
export function restored(stored: unknown): Exchange[] {
  if (!Array.isArray(stored)) return [];
  return stored.slice(-STORED_MAX).flatMap((one: unknown, index): Exchange[] => {
    const question = typeof one === 'object' && one !== null ? textIn(one, 'question') : undefined;
    if (question === undefined) return [];
    return [{ id: index + 1, question, outcome: outcomeOf(Reflect.get(one as object, 'outcome')) }];
  });
}
