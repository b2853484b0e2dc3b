import { RuleBroken } from '../platform/errors/rule-broken.js';

/**
 * Runs work with a signal. The signal is aborted when the time limit is reached or the caller no longer
 * waits.
 * @throws RuleBroken ai_timeout if the time limit was reached
 */
export async function withTimeLimit<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { withinMs, gone }: { readonly withinMs: number; readonly gone: AbortSignal },
): Promise<Result> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), withinMs);
  try {
    return await work(AbortSignal.any([late.signal, gone]));
  } catch (error) {
    if (late.signal.aborted) throw new RuleBroken('ai_timeout');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
