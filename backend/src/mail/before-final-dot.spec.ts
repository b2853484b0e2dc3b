import { pipeline, Readable, Transform, Writable } from 'node:stream';
import { BeforeFinalDot } from './before-final-dot.js';

const MESSAGE = 'Subject: Test\r\n\r\nText\r\n';

/**
 * Returns a mail client (`dot`) that writes the final dot, and the list of all data that its connection has
 * received (`written`). The connection accepts further data only after `open` was called.
 */
const client = () => {
  const written: string[] = [];
  let release: (() => void) | undefined;
  let isOpen = false;
  const connection = new Writable({
    highWaterMark: 1,
    write: (chunk, _, done) => {
      written.push(String(chunk));
      if (isOpen) done();
      else release = done;
    },
  });
  const dot = new Transform({
    transform: (chunk, _, done) => done(null, chunk),
    flush: (done) => done(null, '.\r\n'),
  });
  dot.pipe(connection);
  const open = (): void => {
    isOpen = true;
    release?.();
  };
  return { written, dot, open };
};

describe('BeforeFinalDot', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  const sent = () => {
    const { written, dot, open } = client();
    const end = pipeline(Readable.from([MESSAGE]), new BeforeFinalDot(), () => {});
    end.pipe(dot);
    return { written, end, open };
  };

  it('passes the whole message on, and ends a moment later', async () => {
    const { written, end, open } = sent();
    open();
    await jest.advanceTimersByTimeAsync(90);
    expect(written).toEqual([MESSAGE]);
    expect(end.isDotWritten).toBe(false);
    await jest.advanceTimersByTimeAsync(100);
    expect(written).toEqual([MESSAGE, '.\r\n']);
    expect(end.isDotWritten).toBe(true);
  });

  it('does not end while the connection takes nothing more', async () => {
    const { written, end, open } = sent();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(end.isDotWritten).toBe(false);
    open();
    await jest.advanceTimersByTimeAsync(90);
    expect(end.isDotWritten).toBe(false);
    await jest.advanceTimersByTimeAsync(100);
    expect(written.at(-1)).toBe('.\r\n');
  });

  it('never ends once it was destroyed', async () => {
    const { end, open } = sent();
    open();
    await jest.advanceTimersByTimeAsync(50);
    end.destroy();
    expect(jest.getTimerCount()).toBe(0);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(end.isDotWritten).toBe(false);
  });
});
