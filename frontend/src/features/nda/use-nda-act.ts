import type { NdaView } from '@siegel/contracts/nda/view';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFailureToast } from '../../components/use-failure-toast.js';
import { useToast } from '../../components/use-toast.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { keepNda, readAfter, refreshNda } from './nda-query.js';

const isNda = (answer: unknown): answer is NdaView =>
  typeof answer === 'object' && answer !== null && 'revision' in answer;

export interface NdaActOptions<Input> {
  ndaId: string;
  /** What it answers, if it is N, is shown; of another answer N is read anew. */
  call: (input: Input) => Promise<unknown>;
  /** Whether N shows that it happened, for an answer that was lost. */
  happened?: (nda: NdaView, input: Input) => boolean;
  /** A toast's title once it happened. */
  success?: string;
  /** What the refusal says where the server has no words. */
  fallback: string;
  /** The specification's catalogue names the toast of this failure. */
  toastOfFailure?: boolean;
  onDone?: (input: Input) => void;
}

export interface NdaAct<Input> {
  busy: boolean;
  /** What stands where the act was; null where it did not fail. */
  problem: { code: string; message: string } | null;
  /** Of the act that is under way. */
  input: Input | undefined;
  act: (input: Input) => void;
  reset: () => void;
}

/**
 * An act of Party 1 on one NDA; those on the same one go one after the other. What was refused stands where the act
 * was, and what the NDA is now is read before it is offered again (rule:same-act-same-answer).
 */
export function useNdaAct<Input = void>(options: NdaActOptions<Input>): NdaAct<Input> {
  const { ndaId, call, happened, success, fallback, toastOfFailure = false, onDone } = options;
  const { toast } = useToast();
  const fail = useFailureToast();
  const client = useQueryClient();
  const { mutate, isPending, error, variables, reset } = useMutation({
    scope: { id: `nda-${ndaId}` },
    mutationFn: async (input: Input) => {
      try {
        const answer = await call(input);
        if (isNda(answer)) keepNda(client, answer);
        else await refreshNda(client, ndaId);
      } catch (failure) {
        const now = await readAfter(failure, client, ndaId);
        if (now === undefined || happened?.(now, input) !== true) throw failure;
      }
    },
    onSuccess: (_, input) => {
      if (success !== undefined) toast({ title: success, tone: 'ok' });
      onDone?.(input);
    },
    onError: async (failure) => {
      if (toastOfFailure) fail(userMessage(failure, fallback));
      // Refused for what it has become meanwhile: that is shown.
      if (failure instanceof ApiError && failure.status >= 402 && failure.status < 429)
        await refreshNda(client, ndaId);
    },
  });
  const problem =
    error === null
      ? null
      : {
          code: error instanceof ApiError ? error.code : 'unknown',
          message: userMessage(error, fallback),
        };
  return { busy: isPending, problem, input: variables, act: mutate, reset };
}
