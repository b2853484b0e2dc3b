import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { OperatorError } from '../errors/operator-error.js';
import { RuleBroken } from '../errors/rule-broken.js';

/**
 * Milliseconds until an idle thread ends. A burst of tasks thus finds warm threads, and a quiet hour costs no
 * memory.
 */
const IDLE_MS = 10_000;
const YOUNG_MB = 32;
/**
 * Steps of `nice`. With this many steps, a thread gets a quarter of a core that it shares with other threads.
 */
const NICE_STEPS = 5;
/** True only on Linux. On other systems `nice` would lower the priority of the whole process. */
const canLowerPriority = process.platform === 'linux';

const BUSY =
  'The machine is probably too busy: check its load and its memory. The caller may try the task again.';

/** Returns the error for the caller. Its cause tells the operator the reason. */
const unavailable = (reason: string): RuleBroken =>
  Object.assign(new RuleBroken('unavailable'), { cause: new OperatorError(reason) });

export interface ThreadOptions {
  /** The compiled module, which exports the function `name`. */
  readonly file: string;
  readonly name: string;
  /** Maximum number of threads at once. */
  readonly maxThreads: number;
  /** Maximum number of tasks that can wait for a thread. Further tasks are refused. */
  readonly maxWaiting: number;
  /**
   * Milliseconds after which a task's thread is ended. The time for which the task waited for a thread is
   * included.
   */
  readonly withinMs: number;
  /** Maximum size of one thread's heap in megabytes, without the young generation. */
  readonly memoryMb: number;
  /**
   * Megabytes of the young generation. Tasks with much short-lived garbage work best with a third of the
   * heap.
   */
  readonly youngMb?: number;
  /**
   * True if the work runs at low priority. Use this for work that no open request waits for. If cores are
   * scarce, other work then goes first.
   */
  readonly lowPriority?: boolean;
}

/**
 * Returns the path of a compiled module. Threads run compiled code, even in tests, where the code that starts
 * them runs from its sources.
 * @param source `import.meta.url` of a module in the same folder, compiled or not
 */
export const compiledModuleBeside = (source: string, name: string): string =>
  fileURLToPath(new URL(name, source)).replace(/([\\/])src([\\/](?!.*[\\/]src[\\/]))/, '$1dist$2');

/**
 * Runs work in separate threads, if the work would otherwise block other requests for too long. A thread that
 * exceeds its limits is ended.
 */
export class Threads<Input, Output> {
  private pool: Piscina<Input, Output> | undefined;

  constructor(private readonly options: ThreadOptions) {}

  /**
   * @throws RuleBroken `unavailable` if too many tasks wait or the task takes too long; also any error that
   * the function `name` throws
   */
  async run(input: Input): Promise<Output> {
    const { name, maxWaiting, withinMs } = this.options;
    const pool = (this.pool ??= this.open());
    if (pool.queueSize >= maxWaiting)
      throw unavailable(`${maxWaiting} tasks already wait for a thread of '${name}'. ${BUSY}`);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), withinMs);
    try {
      return await pool.run(input, { name, signal: late.signal });
    } catch (error) {
      if (late.signal.aborted)
        throw unavailable(`No thread of '${name}' finished the task within ${withinMs} ms. ${BUSY}`);
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
    // A thread can break while it has no task. The next task gets a new thread, but without this listener the
    // error would end the process.
    pool.on('error', () => undefined);
    return pool;
  }

  /** Ends the remaining threads. Call it after the last caller has ended. */
  async close(): Promise<void> {
    await this.pool?.destroy();
    this.pool = undefined;
  }
}
