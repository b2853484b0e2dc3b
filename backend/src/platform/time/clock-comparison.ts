import { performance } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';
import { type Clock, systemClock } from './clock.js';
import { describeError } from '../logging/describe-error.js';
import type { Logger } from '../logging/logger.js';
import { OperatorError } from '../errors/operator-error.js';

/** Reads the clock of another machine. Resolves with milliseconds since 1970. */
export type ServerClock = () => Promise<number>;

export interface ClockComparisonOptions {
  readonly server: ServerClock;
  /** The server's name in messages. */
  readonly name: string;
  readonly logger: Logger;
  /**
   * This machine's clock, by default the operating system's clock. Tests may set a different clock for the
   * domain. The comparison never uses that clock.
   */
  readonly own?: Clock | undefined;
  readonly metrics?: Registry | undefined;
  /**
   * Milliseconds until the next comparison. `agreeingMs` applies if the clocks agreed. `otherwiseMs` applies
   * if they disagreed or could not be compared.
   */
  readonly every?: { readonly agreeingMs: number; readonly otherwiseMs: number };
}

const WARNING_MS = 2_000;
const REFUSAL_MS = 30_000;
const EVERY = { agreeingMs: 60_000, otherwiseMs: 5_000 };

/** Thrown if this machine's clock and the server's clock differ so much that neither time may be recorded. */
export class ClocksDisagree extends OperatorError {}

/**
 * Compares this machine's clock with a server's clock (rule:clocks-agree), at the start and once a minute.
 * The server may have read its clock at any time between the request and the response. The comparison
 * therefore subtracts this uncertainty from the difference. While the server is unreachable, the last result
 * stays valid.
 */
export class ClockComparison {
  /**
   * The difference between the clocks in milliseconds, less the uncertainty of the measurement. The
   * difference is positive if our clock is ahead.
   */
  private apartMs = 0;
  private level: 'well' | 'warning' | 'refusal' = 'well';
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly options: ClockComparisonOptions) {
    const { name, metrics } = options;
    if (metrics === undefined) return;
    const gauge: Gauge = new Gauge({
      name: 'clock_offset_seconds',
      help: `How far this machine's clock is ahead of that of ${name}, as far as is certain.`,
      registers: [metrics],
      collect: () => gauge.set(this.apartMs / 1000),
    });
  }

  /** Resolves after the first comparison. */
  async start(): Promise<void> {
    await this.compare();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** True if the clocks differ so much that nothing may be recorded or started. */
  get refuses(): boolean {
    return this.level === 'refusal';
  }

  /** @throws ClocksDisagree */
  assertAgreement(): void {
    if (this.refuses) throw new ClocksDisagree(this.sentence());
  }

  /** Returns a warning for the operator; undefined while the clocks agree. */
  warning(): string | undefined {
    return this.level === 'well' ? undefined : this.sentence();
  }

  private sentence(): string {
    const { name } = this.options;
    const seconds = Math.round(Math.abs(this.apartMs) / 100) / 10;
    const how = `The clock of this machine is ${seconds} s ${this.apartMs > 0 ? 'ahead of' : 'behind'} that of ${name}`;
    return this.refuses
      ? `${how}: nothing new is recorded until they differ by at most ${REFUSAL_MS / 1000} s. Synchronise both machines with NTP.`
      : `${how}. If they differ by more than ${REFUSAL_MS / 1000} s, nothing new is recorded. Synchronise both machines with NTP.`;
  }

  private async compare(): Promise<void> {
    const { own = systemClock, server, logger, every = EVERY } = this.options;
    const [before, began] = [own.now().getTime(), performance.now()];
    let agree = false;
    try {
      const there = await server();
      const half = (performance.now() - began) / 2;
      const apart = before + half - there;
      this.found(Math.sign(apart) * Math.max(0, Math.abs(apart) - half));
      agree = this.level === 'well';
    } catch (error) {
      logger.debug(
        describeError(error),
        `the clock of this machine cannot be compared with that of ${this.options.name}`,
      );
    }
    if (this.stopped) return;
    const pauseMs = agree ? every.agreeingMs : every.otherwiseMs;
    this.timer = setTimeout(() => void this.compare(), pauseMs).unref();
  }

  private found(apartMs: number): void {
    const { level: before } = this;
    this.apartMs = apartMs;
    const far = Math.abs(apartMs);
    this.level = far > REFUSAL_MS ? 'refusal' : far > WARNING_MS ? 'warning' : 'well';
    if (this.level === before) return;
    const details = { apartMs: Math.round(apartMs) };
    if (this.level === 'well')
      this.options.logger.info(details, `the clocks of this machine and of ${this.options.name} agree again`);
    else this.options.logger[this.level === 'refusal' ? 'error' : 'warn'](details, this.sentence());
  }
}
