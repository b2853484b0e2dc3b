import type { NdaView } from '@siegel/contracts/nda/view';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFailureToast } from '../../components/use-failure-toast.js';
import { useToast } from '../../components/use-toast.js';
import { ApiError, isClosed, userMessage } from '../../lib/api-error.js';
import { cacheNda, readAfterUnknownOutcome, refreshNda } from './nda-query.js';

const isNda = (answer: unknown): answer is NdaView =>
  typeof answer === 'object' && answer !== null && 'revision' in answer;

export interface NdaActOptions<Input> {
  ndaId: string;
  /**
   * Calls the server. If the response is an NDA, the screen shows that NDA. If the response is anything else,
   * the NDA is fetched again.
   */
  call: (input: Input) => Promise<unknown>;
  /**
   * Called if the request failed and its outcome is unknown. Returns true if the NDA shows that the action
   * succeeded all the same.
   */
  hasSucceeded?: (nda: NdaView, input: Input) => boolean;
  /** Title of the toast after success. */
  success?: string;
  /** Message for a refusal if the server sends none. */
  fallback: string;
  /**
   * True if a failure is also shown as a toast. Set this only if the specification's catalogue of toasts
   * lists the failure.
   */
  toastOfFailure?: boolean;
  onDone?: (input: Input) => void;
}

export interface NdaAct<Input> {
  busy: boolean;
  /** The error to show next to the control that the user pressed. Null if the action has not failed. */
  problem: { code: string; message: string } | null;
  /** Input of the act that is running. */
  input: Input | undefined;
  act: (input: Input) => void;
  reset: () => void;
}

/**
 * Runs an action of Party 1 on one NDA. Actions on the same NDA run one after the other. If the server
 * refuses an action, the error is shown next to the control that the user pressed. If the NDA may have
 * changed, it is fetched again before the user can act again (rule:same-act-same-answer).
 */
export function useNdaAct<Input = void>(options: NdaActOptions<Input>): NdaAct<Input> {
  const { ndaId, call, hasSucceeded, success, fallback, toastOfFailure = false, onDone } = options;
  const { toast } = useToast();
  const fail = useFailureToast();
  const client = useQueryClient();
  const { mutate, isPending, error, variables, reset } = useMutation({
    scope: { id: `nda-${ndaId}` },
    mutationFn: async (input: Input) => {
      try {
        const answer = await call(input);
        if (isNda(answer)) cacheNda(client, answer);
        else await refreshNda(client, ndaId);
      } catch (failure) {
        const now = await readAfterUnknownOutcome(failure, client, ndaId);
        if (now === undefined || hasSucceeded?.(now, input) !== true) throw failure;
      }
    },
    onSuccess: (_, input) => {
      if (success !== undefined) toast({ title: success, tone: 'ok' });
      onDone?.(input);
    },
    onError: async (failure) => {
      if (toastOfFailure) fail(userMessage(failure, fallback));
      // The NDA may have changed since the screen last read it, so show the current state.
      if (isClosed(failure) || (failure instanceof ApiError && failure.status >= 402 && failure.status < 429))
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
