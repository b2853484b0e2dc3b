// Generates the load of the bench: at a steady rate, or with a fixed number of callers at once.

/**
 * Starts acts at random times (Poisson), even if earlier acts have not finished. `act` gets the time at which
 * it was due. If `act` measures from that time, a backend that stalls cannot hide the stall by delaying the
 * measurement. Resolves when all acts have finished.
 * @param weightOf how many units of `perSecond` the nth act counts for; called after the act has started
 */
export async function runAtRate(
  perSecond: number,
  seconds: number,
  act: (due: number, n: number) => Promise<unknown>,
  weightOf: (n: number) => number = () => 1,
): Promise<void> {
  const under: Promise<unknown>[] = [];
  const end = performance.now() + seconds * 1000;
  for (let due = performance.now(); due < end; ) {
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    else await new Promise((resolve) => setImmediate(resolve));
    const n = under.length;
    const done = act(due, n);
    under.push(done);
    // `Promise.all` below reports a failure. Without this handler an earlier failure would end the process.
    done.catch(() => undefined);
    due += (-Math.log(1 - Math.random()) * weightOf(n) * 1000) / perSecond;
  }
  await Promise.all(under);
}

/**
 * Calls `work` for n = 0, 1, …, with `concurrency` calls at a time.
 * @param isWanted true if `work` must run for this n
 */
export async function runConcurrently(
  concurrency: number,
  isWanted: (n: number) => boolean,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (isWanted(next)) await work(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, one));
}

/**
 * Measures the calls per second of all callers together. The callers run concurrently. Each caller waits for
 * the result of a call before its next call.
 */
export async function rate(callers: readonly (() => Promise<unknown>)[], ms: number): Promise<number> {
  const start = performance.now();
  const counts = callers.map(async (once) => {
    let count = 0;
    for (; performance.now() - start < ms; count += 1) await once();
    return count;
  });
  const count = (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
  return (count * 1000) / (performance.now() - start);
}

/** Measures a rate per second. @param work resolves with the amount that was done */
export async function perSecond(work: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const count = await work();
  return (count * 1000) / (performance.now() - start);
}
