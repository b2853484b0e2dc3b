import { constants } from 'node:os';
import { OperatorError } from '../platform/errors/operator-error.js';
import { sharedAbortController } from '../platform/async/shared-abort.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];

/**
 * Time limit in milliseconds for closing everything that is open. After this time the process exits even if
 * something is still open.
 */
const CLOSE_WITHIN_MS = 10_000;

/** Thrown if a signal ended a command before the command was done. */
export class Interrupted extends OperatorError {
  constructor(signal: Signal) {
    super(`The command was ended by ${signal} before it was done. You can run it again.`);
  }
}

/**
 * Ends a command when a signal arrives, after everything that the command opened is closed. A second signal
 * ends the command at once.
 */
export class Interruption {
  private readonly controller = sharedAbortController();
  private open = 0;
  private by: Signal | undefined;

  /** @param end ends the process with the given exit code, and does not return */
  constructor(private readonly end: (exitCode: number) => void = (exitCode) => process.exit(exitCode)) {}

  /** Starts handling signals. */
  listen(): void {
    for (const signal of SIGNALS) process.on(signal, (name) => this.interrupt(name as Signal));
  }

  /** A signal that is aborted when the first process signal arrives. The abort reason is an `Interrupted`. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** 128 plus the signal's number, as in shells; undefined before a signal arrives. */
  get exitCode(): number | undefined {
    return this.by === undefined ? undefined : 128 + constants.signals[this.by];
  }

  /**
   * Runs `work`, which must close everything that it opens. After the first process signal, the process waits
   * up to `CLOSE_WITHIN_MS` for `work` to end.
   */
  async whileOpen<Result>(work: () => Promise<Result>): Promise<Result> {
    this.open += 1;
    try {
      return await work();
    } finally {
      this.open -= 1;
    }
  }

  interrupt(signal: Signal): void {
    const isFirst = this.by === undefined;
    this.by ??= signal;
    const end = (): void => this.end(this.exitCode ?? 1);
    if (!isFirst || this.open === 0) return end();
    this.controller.abort(new Interrupted(signal));
    setTimeout(end, CLOSE_WITHIN_MS).unref();
  }
}
