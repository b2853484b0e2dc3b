import type { ChatView } from '@siegel/contracts/admin/views';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { formatDayAndTime } from '../../lib/format.js';
import { currentLanguage } from '../../lib/language.js';
import {
  withQuestion,
  withOutcome,
  type Exchange,
  messagesFor,
  type Outcome,
  withoutExchange,
} from './exchanges.js';
import { storeState, readStoredState } from './stored-state.js';

export interface Conversation {
  readonly exchanges: readonly Exchange[];
  readonly isWaiting: boolean;
  ask(question: string): void;
  /** Aborts the call, on the server too. */
  stop(): void;
  /** Repeats a question that failed or was stopped. */
  retry(exchange: Exchange): void;
  clear(): void;
}

interface ChatInput {
  readonly id: number;
  readonly question: string;
  readonly before: readonly Exchange[];
  readonly signal: AbortSignal;
}

/** @param onAnswer called with each answer as it arrives */
export function useConversation(onAnswer: (response: string) => void): Conversation {
  const [exchanges, setExchanges] = useState(() => readStoredState().exchanges);
  const calling = useRef<AbortController>(undefined);
  const outcomeOf = useOutcome();
  useEffect(() => storeState({ exchanges }), [exchanges]);
  // Closing the panel aborts the call.
  useEffect(() => () => calling.current?.abort(), []);

  const { mutate, isPending } = useMutation({
    mutationFn: ({ question, before, signal }: ChatInput) =>
      api.post<ChatView>(
        '/api/admin/chat',
        { messages: messagesFor(before, question), language: currentLanguage() },
        { signal },
      ),
    onSuccess: ({ response }, { id }) => {
      setExchanges((all) => withOutcome(all, id, { kind: 'answer', response }));
      onAnswer(response);
    },
    onError: (error, { id, signal }) =>
      setExchanges((all) => withOutcome(all, id, signal.aborted ? { kind: 'stopped' } : outcomeOf(error))),
  });

  const ask = (question: string, before = exchanges): void => {
    const next = withQuestion(before, question);
    const controller = new AbortController();
    calling.current = controller;
    setExchanges(next);
    mutate({ id: next.at(-1)?.id ?? 0, question, before, signal: controller.signal });
  };
  return {
    exchanges,
    isWaiting: isPending,
    ask: (question) => ask(question),
    stop: () => calling.current?.abort(),
    retry: ({ id, question }) => ask(question, withoutExchange(exchanges, id)),
    clear: () => setExchanges([]),
  };
}

/** Turns a failed call into an outcome, which the list of exchanges shows. No toast is shown. */
function useOutcome(): (error: unknown) => Outcome {
  const { t, i18n } = useTranslation('assistant');
  return (error) => {
    const { status, retryAfter } = error instanceof ApiError ? error : { status: 0, retryAfter: undefined };
    if (status === 401) return { kind: 'ended' };
    if (status === 429 && retryAfter !== undefined) {
      const time = formatDayAndTime(new Date(Date.now() + retryAfter * 1000).toISOString(), i18n.language);
      return { kind: 'failed', words: t('tooFast', { time }) };
    }
    return { kind: 'failed', words: userMessage(error, t('failed')) };
  };
}
