import { ahead } from './ahead.js';

/** Says what is asked of it, and what became of it. */
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

/** Lets all that is ready go on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('reading ahead', () => {
  it.each([0, 1, 2, 5])('has all %i items in their order', async (count) => {
    const seen: number[] = [];
    for await (const item of ahead(new Source().items(count))) seen.push(item);
    expect(seen).toEqual(Array.from({ length: count }, (_, n) => n));
  });

  it('asks for the next item while one is worked on, and for no other', async () => {
    const source = new Source();
    for await (const item of ahead(source.items(4))) {
      await settled();
      expect(source.told.at(-1)).toBe(item < 3 ? `asked for ${item + 1}` : 'ended');
    }
    expect(source.told).toContain('through');
  });

  it('tells what went wrong where the item would have come, which may be long after', async () => {
    const seen: number[] = [];
    const all = async (): Promise<void> => {
      for await (const item of ahead(new Source().items(4, 2))) {
        seen.push(item);
        await settled();
      }
    };
    await expect(all()).rejects.toThrow('no 2');
    expect(seen).toEqual([0, 1]);
  });

  it('ends a source that is left, once what it was asked for is there', async () => {
    const source = new Source();
    for await (const item of ahead(source.items(4))) if (item === 1) break;
    expect(source.told.slice(-2)).toEqual(['asked for 2', 'ended']);
  });
});
