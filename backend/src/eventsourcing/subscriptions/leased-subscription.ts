import { describeError } from '../../platform/logging/describe-error.js';
import type { Campaign } from './leases/lease.js';
import type { LogProgress } from './events-behind.js';
import { LeasedSession } from './leased-session.js';
import type { LeasedSubscriptionOptions, LeasedWork } from './leased-work.js';

export interface RunnerStatus {
  readonly name: string;
  /** True if this backend is the leader for the work. */
  readonly leading: boolean;
  /** True if this backend has processed all events of the log. Only meaningful on the leader. */
  readonly caughtUp: boolean;
  /** Name and code of the leader's last fault, until the next success. */
  readonly fault: string | undefined;
  /**
   * Milliseconds since the leader was last caught up; 0 if it is caught up, undefined if another backend
   * leads. While the database does not respond, the leader is unknown. The backend that led last then
   * continues to report its lag.
   */
  readonly lagMs: number | undefined;
}

/**
 * A subscription that only the holder of a lease runs. It continues after a checkpoint. Each transaction that
 * writes results also moves the checkpoint.
 */
export class LeasedSubscription {
  private campaign: Campaign | undefined;
  private session: LeasedSession | undefined;
  /** The previous term's session. */
  private lastSession: LeasedSession | undefined;
  private closing: Promise<void> = Promise.resolve();
  private retired = false;

  constructor(
    private readonly work: LeasedWork,
    private readonly options: LeasedSubscriptionOptions,
  ) {}

  start(): void {
    this.campaign ??= this.options.leases.campaign(this.work.lease, {
      gained: (lease) => {
        const before = this.closing;
        const session = new LeasedSession(this.work, this.options, lease, () => this.retire());
        this.session = session;
        void before.then(() => session.run());
      },
      lost: () => {
        const session = this.session;
        this.session = undefined;
        this.lastSession = session;
        if (session !== undefined) this.closing = this.ended(session);
      },
    });
  }

  /** Resolves when no batch is being processed any more. */
  async stop(): Promise<void> {
    const campaign = this.campaign;
    this.campaign = undefined;
    // Finish the current batch before giving up the lease. Otherwise the checkpoint could still move after
    // the next leader has read it.
    await this.session?.close();
    await campaign?.stop();
    await this.closing;
  }

  private async ended(session: LeasedSession): Promise<void> {
    try {
      await session.close();
    } catch (error) {
      this.options.logger.error(
        { work: this.work.lease, ...describeError(error) },
        'a subscription did not end cleanly; its next leader continues from the checkpoint',
      );
    }
  }

  private retire(): void {
    this.retired = true;
    this.options.logger.warn(
      { work: this.work.lease },
      'This backend no longer updates a projection, because a newer version has rebuilt that projection. Finish the rolling upgrade.',
    );
    void this.campaign?.stop();
  }

  /**
   * Returns how far this backend has read the log; undefined if it does not lead or has not read the
   * checkpoint yet.
   */
  progress(): LogProgress | undefined {
    const found = this.session?.progress();
    return found && { ...found, streamPrefixes: [this.work.streamPrefix].flat() };
  }

  status(): RunnerStatus {
    const { session, lastSession } = this;
    const known = session !== undefined || this.options.leases.answering();
    return {
      name: this.work.name ?? this.work.lease,
      leading: session !== undefined,
      caughtUp: session?.caughtUp ?? false,
      fault: this.retired ? 'Retired' : session?.fault,
      lagMs: (known ? session : lastSession)?.lagMs(),
    };
  }
}
