import { performance } from 'node:perf_hooks';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from '../../../platform/logging/logger.js';
import { describeError } from '../../../platform/logging/describe-error.js';
import { LeaseTable } from './lease-table.js';

/**
 * Leadership of one piece of work. A lease is valid until it expires, and the keeper renews it. Each
 * transaction of the work must check that `epoch` is still current. Only this check reliably stops writes of
 * an earlier holder.
 */
export interface Lease {
  readonly name: string;
  /** Higher than the epoch of any earlier holder. */
  readonly epoch: number;
  /**
   * False from the moment when another backend may hold the lease. The time is taken from a clock that keeps
   * running while the process is suspended.
   */
  held(): boolean;
  /** Gives the lease up now. `Candidate.lost` is called. The campaign continues to seek the lease. */
  stepDown(): void;
}

export interface Candidate {
  gained(lease: Lease): void;
  lost(lease: Lease): void;
}

export interface Campaign {
  /** Returns the lease if this process holds it. */
  lease(): Lease | undefined;
  /** Gives up the lease and stops seeking it. */
  stop(): Promise<void>;
}

export interface LeaseKeeperOptions {
  readonly pool: Pool;
  readonly logger: Logger;
  /** Id of this backend as a holder of leases; a random UUID by default. */
  readonly holder?: string;
  /** Milliseconds after which a lease expires unless it is renewed; 3000 by default. */
  readonly termMs?: number;
  /**
   * Milliseconds between two polls for vacant leases; 500 by default. Leases are renewed every third of a
   * term.
   */
  readonly tickMs?: number;
}

interface Entry {
  readonly name: string;
  readonly candidate: Candidate;
  held: HeldLease | undefined;
}

class HeldLease implements Lease {
  private over = false;
  private timer: NodeJS.Timeout | undefined;
  private until = 0;

  constructor(
    readonly name: string,
    readonly epoch: number,
    private readonly ended: (lease: HeldLease, givenUp: boolean) => void,
  ) {}

  held(): boolean {
    return !this.over && performance.now() < this.until;
  }

  extend(until: number): void {
    if (this.over) return;
    this.until = until;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(false), Math.max(0, until - performance.now()));
  }

  stepDown(): void {
    this.end(true);
  }

  end(givenUp: boolean): void {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.timer);
    this.ended(this, givenUp);
  }
}

/**
 * Holds and seeks all leases of one backend. It renews all of them together, about once a second. If the
 * database is unreachable, every lease ends after its term.
 */
export class LeaseKeeper {
  readonly holder: string;
  private readonly table: LeaseTable;
  private readonly logger: Logger;
  private readonly termMs: number;
  private readonly tickMs: number;
  private readonly entries = new Set<Entry>();
  private timer: NodeJS.Timeout | undefined;
  private ticking: Promise<void> | undefined;
  private again = false;
  private renewedAt = 0;
  private answeredAt = Number.NEGATIVE_INFINITY;
  private failing = false;

  constructor(options: LeaseKeeperOptions) {
    this.holder = options.holder ?? randomUUID();
    this.logger = options.logger;
    this.termMs = options.termMs ?? 3000;
    this.tickMs = options.tickMs ?? 500;
    this.table = new LeaseTable(options.pool, this.holder, this.termMs);
  }

  /**
   * Seeks the lease until the campaign is stopped. Seeks it again after each loss. The callbacks must not
   * throw.
   */
  campaign(name: string, candidate: Candidate): Campaign {
    const entry: Entry = { name, candidate, held: undefined };
    this.entries.add(entry);
    this.timer ??= setInterval(() => this.nudge(), this.tickMs);
    this.nudge();
    return {
      lease: () => (entry.held?.held() === true ? entry.held : undefined),
      stop: async () => {
        this.entries.delete(entry);
        const held = entry.held;
        held?.end(false);
        if (held !== undefined) await this.giveUp(held);
        if (this.entries.size === 0) this.rest();
        await this.ticking;
      },
    };
  }

  /** True if the database answered within the last term. Otherwise it is unknown who leads. */
  answering(): boolean {
    return performance.now() - this.answeredAt <= this.termMs;
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private nudge(): void {
    this.again = true;
    this.ticking ??= this.runTicks().finally(() => {
      this.ticking = undefined;
    });
  }

  private async runTicks(): Promise<void> {
    while (this.again) {
      this.again = false;
      try {
        await this.tick();
        this.answeredAt = performance.now();
        this.failing = false;
      } catch (error) {
        if (!this.failing)
          this.logger.warn(
            describeError(error),
            `Leases cannot be renewed: the database fails or does not answer. After ${this.termMs} ms without an answer, this backend gives up its leases, and other backends take over.`,
          );
        this.failing = true;
      }
    }
  }

  private async tick(): Promise<void> {
    if (performance.now() - this.renewedAt >= this.termMs / 3) await this.renew();
    const wanted = [...this.entries].filter((entry) => entry.held === undefined);
    if (wanted.length === 0) return;
    const vacant = new Set(await this.table.vacant(wanted.map((entry) => entry.name)));
    for (const entry of wanted) if (vacant.has(entry.name)) await this.take(entry);
  }

  private async renew(): Promise<void> {
    const mine = [...this.entries].flatMap((entry) => (entry.held === undefined ? [] : [entry.held]));
    // This process measures the term from a moment before the query, and the database measures it from a
    // later moment. So the lease never ends in the database before it ends in this process.
    const asked = performance.now();
    if (mine.length > 0) {
      const renewed = await this.table.renew(mine);
      for (const lease of mine) {
        if (renewed.has(lease.name)) lease.extend(asked + this.termMs);
        else lease.end(false);
      }
    }
    this.renewedAt = asked;
  }

  private async take(entry: Entry): Promise<void> {
    const asked = performance.now();
    const epoch = await this.table.take(entry.name);
    if (epoch === undefined) return;
    const lease = new HeldLease(entry.name, epoch, (ended, givenUp) => this.ended(entry, ended, givenUp));
    if (!this.entries.has(entry)) return this.giveUp(lease);
    entry.held = lease;
    lease.extend(asked + this.termMs);
    entry.candidate.gained(lease);
  }

  private ended(entry: Entry, lease: HeldLease, givenUp: boolean): void {
    if (entry.held === lease) entry.held = undefined;
    entry.candidate.lost(lease);
    if (givenUp) void this.giveUp(lease).then(() => this.nudge());
  }

  private async giveUp(lease: Lease): Promise<void> {
    try {
      await this.table.giveUp(lease.name, lease.epoch);
    } catch (error) {
      this.logger.debug(
        { lease: lease.name, ...describeError(error) },
        'a lease could not be released; it will expire',
      );
    }
  }
}
