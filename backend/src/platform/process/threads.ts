import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { RuleBroken } from '../errors/rule-broken.js';

/** Milliseconds: a burst finds warm threads, a quiet hour costs no memory. */
const IDLE_MS = 10_000;
const YOUNG_MB = 32;
/** Steps of `nice`, with which a thread gets a fourth of a core that others want too. */
const YIELDING = 5;
/** Elsewhere it would be the whole process that goes last. */
const canYield = process.platform === 'linux';

export interface ThreadOptions {
  /** Compiled module, and the function that it exports. */
  readonly file: string;
  readonly name: string;
  /** Threads at once. */
  readonly most: number;
  /** Tasks that may wait for a thread; more are refused. */
  readonly waiting: number;
  /** Milliseconds from the asking, waiting included, after which the thread is ended. */
  readonly withinMs: number;
  /** Megabytes of the heap of one thread. */
  readonly memoryMb: number;
  /** Megabytes of it for what is new. What a task makes and lets go is best held by a third of them. */
  readonly youngMb?: number;
  /** Nobody waits for it with a request open: where there are too few cores, others go first. */
  readonly yields?: boolean;
}

/**
 * The compiled module beside a source: threads run compiled code, also where the sources around them run as
 * they are (in tests). @param source `import.meta.url`
 */
export const compiledBeside = (source: string, name: string): string =>
  fileURLToPath(new URL(name, source)).replace(/([\\/])src([\\/](?!.*[\\/]src[\\/]))/, '$1dist$2');

/** Work that takes longer than a request may hold up others, in threads that end with what they were given. */
export class Threads<Input, Output> {
  private pool: Piscina<Input, Output> | undefined;

  constructor(private readonly options: ThreadOptions) {}

  /**
   * @throws RuleBroken `unavailable` where too many wait or it takes too long, and what the function throws
   */
  async run(input: Input): Promise<Output> {
    const { name, waiting, withinMs } = this.options;
    const pool = (this.pool ??= this.open());
    if (pool.queueSize >= waiting) throw new RuleBroken('unavailable');
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), withinMs);
    try {
      return await pool.run(input, { name, signal: late.signal });
    } catch (error) {
      if (late.signal.aborted) throw new RuleBroken('unavailable');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Threads that are there now. */
  get count(): number {
    return this.pool?.threads.length ?? 0;
  }

  private open(): Piscina<Input, Output> {
    const { file, most, memoryMb, youngMb = YOUNG_MB, yields = false } = this.options;
    const pool = new Piscina<Input, Output>({
      filename: file,
      minThreads: 0,
      maxThreads: most,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
      niceIncrement: yields && canYield ? YIELDING : 0,
    });
    // Of a thread that broke without a task: the next task gets a new one, and nobody listening would end the
    // process.
    pool.on('error', () => undefined);
    return pool;
  }

  /** Ends what is left, after whoever gives tasks has ended. */
  async close(): Promise<void> {
    await this.pool?.destroy();
    this.pool = undefined;
  }
}
