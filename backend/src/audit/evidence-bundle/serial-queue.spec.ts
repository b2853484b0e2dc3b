import { SerialQueue } from './serial-queue.js';

/** A task that runs until `end` is called. */
class Held {
  begun = false;
  private tellBegun: (() => void) | undefined;
  private tell: (() => void) | undefined;
  readonly beginning = new Promise<void>((resolve) => {
    this.tellBegun = resolve;
  });
  private readonly told = new Promise<void>((resolve) => {
    this.tell = resolve;
  });

  readonly work = async (): Promise<void> => {
    this.begun = true;
    this.tellBegun?.();
    await this.told;
  };

  end(): void {
    this.tell?.();
  }
}

const here = (): AbortSignal => new AbortController().signal;

describe('turns', () => {
  it('run one after the other, in the order of their requests', async () => {
    const turns = new SerialQueue(3);
    const [one, two, three] = [new Held(), new Held(), new Held()];
    const all = [one, two, three].map(({ work }) => turns.run(work, here()));
    const begun = (): boolean[] => [one, two, three].map((held) => held.begun);
    one.end();
    await two.beginning;
    expect(begun()).toEqual([true, true, false]);
    three.end();
    two.end();
    await Promise.all(all);
    expect(begun()).toEqual([true, true, true]);
  });

  it('are limited in number, and each finished one frees a place', async () => {
    const turns = new SerialQueue(2);
    const [one, two] = [new Held(), new Held()];
    const [first, second] = [one, two].map(({ work }) => turns.run(work, here()));
    await expect(turns.run(async () => 3, here())).rejects.toThrow('2 calls are under way or waiting');
    one.end();
    await first;
    const third = turns.run(async () => 3, here());
    two.end();
    await second;
    expect(await third).toBe(3);
  });

  it('go on after one that failed', async () => {
    const turns = new SerialQueue(2);
    const failing = turns.run(() => Promise.reject(new Error('broken')), here());
    const next = turns.run(async () => 'next', here());
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
    expect(await turns.run(async () => 'last', here())).toBe('last');
  });

  it('do not begin if the caller left, and free their place at once', async () => {
    const turns = new SerialQueue(2);
    const [one, two] = [new Held(), new Held()];
    const leaving = new AbortController();
    const first = turns.run(one.work, here());
    const second = turns.run(two.work, leaving.signal);
    const refused = expect(second).rejects.toThrow('the caller is gone');
    leaving.abort();
    const third = turns.run(async () => 3, here());
    await refused;
    one.end();
    await first;
    expect(await third).toBe(3);
    expect(two.begun).toBe(false);
    await expect(turns.run(two.work, leaving.signal)).rejects.toThrow('the caller is gone');
    expect(await turns.run(async () => 4, here())).toBe(4);
  });

  it('go on to their end if the caller left after they began', async () => {
    const turns = new SerialQueue(1);
    const held = new Held();
    const leaving = new AbortController();
    const first = turns.run(held.work, leaving.signal);
    await held.beginning;
    leaving.abort();
    await expect(turns.run(async () => 2, here())).rejects.toThrow('1 calls are under way or waiting');
    held.end();
    await first;
    expect(await turns.run(async () => 2, here())).toBe(2);
  });
});
