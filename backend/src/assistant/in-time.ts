import { RuleBroken } from '../platform/errors/rule-broken.js';

/**
 * Does work that ends when its time is over, or when nobody waits for it any longer: the signal says both.
 * @throws RuleBroken ai_timeout where the time was over
 */
export async function inTime<Result>(
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
