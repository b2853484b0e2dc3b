/**
 * Requests the source's next item while the caller processes the current one. At most one item is requested
 * ahead. If the source fails, the error is thrown when the caller reaches the failed item. If the caller
 * stops early, the source is closed too.
 */
export async function* prefetch<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]();
  let isOver = false;
  const ask = (): Promise<IteratorResult<Item>> => {
    const asked = items.next();
    // If `asked` rejects, the error is thrown where `asked` is awaited, which can be later. Until then, this
    // handler prevents an unhandled rejection.
    asked.catch(() => undefined);
    return asked;
  };
  try {
    let asked = ask();
    for (;;) {
      const { done, value } = await asked;
      if (done === true) {
        isOver = true;
        return;
      }
      asked = ask();
      yield value;
    }
  } finally {
    if (!isOver) await items.return?.();
  }
}
