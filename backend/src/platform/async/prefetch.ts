/**
 * Requests the next item of the source while the caller processes the current one; at most one item ahead. An
 * error of the source is thrown at that item's turn. If the caller stops early, the source is ended too.
 */
export async function* prefetch<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]();
  let isOver = false;
  const ask = (): Promise<IteratorResult<Item>> => {
    const asked = items.next();
    // The error is thrown where `asked` is awaited, which may be later.
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
