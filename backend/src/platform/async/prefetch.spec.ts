import { prefetch } from './prefetch.js';

/** An asynchronous iterator that records the calls that it gets, and how it ended. */
class Source {
  readonly told: string[] = [];

  async *items(count: number, failsAt = Number.POSITIVE_INFINITY): AsyncGenerator<number> {
    try {
      for (let n = 0; n < count; n += 1) {
        this.told.push(`asked for ${n}`);
        if (n === failsAt) throw new Error(`no ${n}`);
        yield n;
      }
      this.told.push('through');
    } finally {
      this.told.push('ended');
    }
  }
}

/** Lets all pending promises settle. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('prefetching', () => {
  it.each([0, 1, 2, 5])('yields all %i items in order', async (count) => {
    const seen: number[] = [];
    for await (const item of prefetch(new Source().items(count))) seen.push(item);
    expect(seen).toEqual(Array.from({ length: count }, (_, n) => n));
  });

  it('requests the next item, and only that one, while the current one is being processed', async () => {
    const source = new Source();
    for await (const item of prefetch(source.items(4))) {
      await settled();
      expect(source.told.at(-1)).toBe(item < 3 ? `asked for ${item + 1}` : 'ended');
    }
    expect(source.told).toContain('through');
  });

  it("throws the source's error at the item's turn, even if that is much later", async () => {
    const seen: number[] = [];
    const all = async (): Promise<void> => {
      for await (const item of prefetch(new Source().items(4, 2))) {
        seen.push(item);
        await settled();
      }
    };
    await expect(all()).rejects.toThrow('no 2');
    expect(seen).toEqual([0, 1]);
  });

  it('ends an abandoned source once its pending request is answered', async () => {
    const source = new Source();
    for await (const item of prefetch(source.items(4))) if (item === 1) break;
    expect(source.told.slice(-2)).toEqual(['asked for 2', 'ended']);
  });
});
