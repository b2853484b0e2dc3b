import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { RuleBroken } from '../errors/rule-broken.js';

/** Milliseconds until an idle thread ends: a burst finds warm threads, a quiet hour costs no memory. */
const IDLE_MS = 10_000;
const YOUNG_MB = 32;
/** Steps of `nice` with which a thread gets a fourth of a core that others want too. */
const NICE_STEPS = 5;
/** On other systems it would lower the priority of the whole process. */
const canLowerPriority = process.platform === 'linux';

export interface ThreadOptions {
  /** Compiled module; it exports the function `name`. */
  readonly file: string;
  readonly name: string;
  /** Most threads at once. */
  readonly maxThreads: number;
  /** Tasks that may wait for a thread; more are refused. */
  readonly maxWaiting: number;
  /** Milliseconds from the request, waiting included, after which the thread is ended. */
  readonly withinMs: number;
  /** Megabytes of the heap of one thread. */
  readonly memoryMb: number;
  /**
   * Megabytes of the young generation. Tasks with much short-lived garbage work best with a third of the
   * heap.
   */
  readonly youngMb?: number;
  /** Runs at low priority: no open request waits for it, so others go first if cores are scarce. */
  readonly lowPriority?: boolean;
}

/**
 * The compiled module beside a source: threads run compiled code, even if the sources around them run
 * directly (in tests). @param source `import.meta.url`
 */
export const compiledModuleBeside = (source: string, name: string): string =>
  fileURLToPath(new URL(name, source)).replace(/([\\/])src([\\/](?!.*[\\/]src[\\/]))/, '$1dist$2');

/**
 * Runs work that takes longer than one request may block others, in threads that are ended when they exceed
 * their limits.
 */
export class Threads<Input, Output> {
  private pool: Piscina<Input, Output> | undefined;

  constructor(private readonly options: ThreadOptions) {}

  /**
   * @throws RuleBroken `unavailable` if too many tasks wait or it takes too long, and the function's own
   * errors
   */
  async run(input: Input): Promise<Output> {
    const { name, maxWaiting, withinMs } = this.options;
    const pool = (this.pool ??= this.open());
    if (pool.queueSize >= maxWaiting) throw new RuleBroken('unavailable');
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

  /** Number of threads that exist now. */
  get count(): number {
    return this.pool?.threads.length ?? 0;
  }

  private open(): Piscina<Input, Output> {
    const { file, maxThreads, memoryMb, youngMb = YOUNG_MB, lowPriority = false } = this.options;
    const pool = new Piscina<Input, Output>({
      filename: file,
      minThreads: 0,
      maxThreads: maxThreads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
      niceIncrement: lowPriority && canLowerPriority ? NICE_STEPS : 0,
    });
    // A thread may break without a task. The next task gets a new thread, but without this listener the error
    // would end the process.
    pool.on('error', () => undefined);
    return pool;
  }

  /** Ends the remaining threads, after the last caller has ended. */
  async close(): Promise<void> {
    await this.pool?.destroy();
    this.pool = undefined;
  }
}
