// How the bench puts load on: at a steady rate, or so many at once.

/**
 * Acts arrive by themselves (Poisson), whether or not those before are through, and every time counts from
 * when the act was due: a backend that stalls cannot hide it by also stalling whoever measures. Resolves when
 * all are through.
 * @param weightOf how many of those in a second the nth act is, once it has begun
 */
export async function arriving(
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
    // Told at the end, by whom waits for all: what fails before that is no end of the process.
    done.catch(() => undefined);
    due += (-Math.log(1 - Math.random()) * weightOf(n) * 1000) / perSecond;
  }
  await Promise.all(under);
}

/** So many at a time, each the next one when its last one is through. @param isWanted whether there is an nth */
export async function sideBySide(
  atOnce: number,
  isWanted: (n: number) => boolean,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (isWanted(next)) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** Calls per second of so many callers at once, each waiting for its answer. */
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

/** @param work resolves with how much was done */
export async function perSecond(work: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const count = await work();
  return (count * 1000) / (performance.now() - start);
}
