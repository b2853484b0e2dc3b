/**
 * Processes all items, at most `concurrency` at a time. After a failure it starts no further items, but waits
 * for the started items to finish.
 * @throws the first failure
 */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  let failed = false;
  const one = async (): Promise<void> => {
    for (const item of left) {
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, one);
  const results = await Promise.allSettled(workers);
  const first = results.find((result) => result.status === 'rejected');
  if (first !== undefined) throw first.reason;
}
