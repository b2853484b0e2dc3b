/**
 * The next item is asked for while one is worked on, never more than one. What the source throws is thrown in its turn;
 * a source that is left before its end is ended.
 */
export async function* ahead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]();
  let isOver = false;
  const ask = (): Promise<IteratorResult<Item>> => {
    const asked = items.next();
    // Thrown where it is awaited, which may be a while from now.
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
