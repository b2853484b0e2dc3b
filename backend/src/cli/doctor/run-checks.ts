import { OperatorError } from '../../platform/errors/operator-error.js';
import { GRANT_ADVICE, isRefusedLogin, missingPermission } from '../../platform/postgres/refused.js';
import { isUnavailable, reasonOf } from '../../platform/postgres/unavailable.js';
import { type Check, fault, notTried, type Outcome, type CheckResult } from './check.js';
import { answerMs } from './context.js';

interface Ended {
  readonly outcome: Outcome;
  /** Name of the failed check that kept this check from being tried. */
  readonly because: string | undefined;
}

/**
 * Returns the text that describes an error. The text for an unexpected error contains only the error's name
 * and code, because the error's message may contain something secret or personal.
 */
function messageOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message.replaceAll(/\s*\n\s*/g, ' ');
  if (isUnavailable(error) || isRefusedLogin(error)) return `The request failed: ${reasonOf(error)}.`;
  const { name, code, path } = error as { readonly [field in 'name' | 'code' | 'path']?: unknown };
  if (typeof path === 'string') return `${path} cannot be used (${String(code)}).`;
  return `The check failed unexpectedly: ${[name, code].filter((word) => typeof word === 'string').join(' ')}.`;
}

function failed(error: unknown, todo: string): CheckResult {
  const right = missingPermission(error);
  if (right === undefined) return fault(messageOf(error), todo);
  return fault(`The role of DATABASE_URL lacks a right: ${right}.`, GRANT_ADVICE);
}

const LONGEST_S = 600;

/** Returns the advice for a check that had too little time. */
const slowAdvice = (withinMs: number): string =>
  `If the machine or the network is slow, repeat with more time: siegel doctor --within ${Math.min(Math.ceil(withinMs / 1000) * 12, LONGEST_S)}.`;

/**
 * Adds `slowAdvice` to a fault if the check took at least `answerMs`. A check waits `answerMs` for a single
 * response, so such a fault may only mean that the response was slow.
 */
function withAdvice(result: CheckResult, tookMs: number, withinMs: number): CheckResult {
  if (result.state !== 'fault' || tookMs < answerMs({ withinMs })) return result;
  const took = `The check took ${(tookMs / 1000).toFixed(1)} s of its ${withinMs / 1000} s.`;
  return { ...result, says: `${result.says} ${took} ${slowAdvice(withinMs)}` };
}

async function resultOf({ run, todo }: Check, withinMs: number): Promise<CheckResult> {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => {
      over.abort();
      resolve(fault(`No answer within ${withinMs / 1000} s. ${slowAdvice(withinMs)}`, todo));
    }, withinMs);
  });
  const began = performance.now();
  const attempt = async (): Promise<CheckResult> => run(over.signal);
  const result = attempt()
    .catch((error: unknown) => failed(error, todo))
    .then((found) => withAdvice(found, performance.now() - began, withinMs));
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs all checks at once. A check that hangs delays only the checks that need it.
 * @param withinMs milliseconds that each check may take
 */
export function runChecks(checks: readonly Check[], withinMs: number): Promise<readonly Outcome[]> {
  const begun = new Map<string, Promise<Ended>>();
  const run = async (check: Check): Promise<Ended> => {
    const { name, needs = [] } = check;
    for (const needed of needs) {
      const ended = await begun.get(needed);
      if (ended === undefined)
        throw new Error(`the check ${name} needs the check ${needed}, which is not listed before it`);
      const because = ended.because ?? (ended.outcome.state === 'fault' ? needed : undefined);
      if (because !== undefined)
        return {
          outcome: { name, ...notTried(`Not tried, because the check '${because}' found a fault.`) },
          because,
        };
    }
    return { outcome: { name, ...(await resultOf(check, withinMs)) }, because: undefined };
  };
  for (const check of checks) begun.set(check.name, run(check));
  return Promise.all([...begun.values()].map(async (ended) => (await ended).outcome));
}
