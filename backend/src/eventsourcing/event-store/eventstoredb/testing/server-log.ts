/** An event as the server keeps it. Revisions count from 0. Positions grow with the size of the events. */
export interface LoggedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** 100 ns ticks since the Unix epoch. */
  readonly created: string;
  readonly position: number;
}

export type Proposal = Pick<LoggedEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
export type Expected = number | 'no-stream' | 'any' | 'stream-exists';

export type Written =
  | { readonly kind: 'written' | 'idempotent'; readonly revision: number; readonly position: number }
  | { readonly kind: 'wrong'; readonly current: number | 'no-stream' };

/**
 * The log of a server. It holds everything that survives a restart of the server. Servers that share one log
 * form a cluster.
 */
export class ServerLog {
  readonly events: LoggedEvent[] = [];
  /** Position of the next event. */
  end = 0;
  private readonly streams = new Map<string, LoggedEvent[]>();
  private readonly listeners = new Set<() => void>();

  /**
   * @param kept events that the log already holds, with positions and times. By default the log is like the
   * log of a newly installed server, which already holds one event.
   */
  constructor(kept?: readonly LoggedEvent[]) {
    if (kept === undefined) this.writeSystemEvent('$$$settings', '$metadata');
    else for (const event of kept) this.keep(event);
  }

  stream(name: string): readonly LoggedEvent[] {
    return this.streams.get(name) ?? [];
  }

  /**
   * Checks the expected revision as a real server does. An append may be repeated, with event ids that are
   * already in the stream. If the repeated append expects the revision before these events, it is
   * acknowledged and nothing is written. If it expects the current revision, its events are written again.
   */
  append(stream: string, expected: Expected, proposals: readonly Proposal[]): Written {
    const held = this.stream(stream);
    const current = held.length - 1;
    const asked = this.revisionOf(held, expected, proposals);
    if (asked > current || asked < -1) return wrong(current);
    if (asked < current) {
      const same = proposals.every(({ id }, index) => held[asked + 1 + index]?.id === id.toLowerCase());
      const last = held[asked + proposals.length];
      return same && last !== undefined
        ? { kind: 'idempotent', revision: last.revision, position: last.position }
        : wrong(current);
    }
    const written = proposals.map((proposal) => this.write(stream, proposal));
    const last = written.at(-1);
    this.notifyListeners();
    return { kind: 'written', revision: last?.revision ?? current, position: last?.position ?? this.end };
  }

  writeSystemEvent(stream = '$stats', type = '$statsCollected'): void {
    const id = `00000000-0000-4000-8000-${String(this.events.length).padStart(12, '0')}`;
    this.write(stream, {
      id,
      type,
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: new Uint8Array(0),
    });
    this.notifyListeners();
  }

  /** Returns the index of the first event whose position is at least `position`. */
  indexFrom(position: number): number {
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle]?.position ?? 0) >= position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  onWritten(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private revisionOf(
    held: readonly LoggedEvent[],
    expected: Expected,
    proposals: readonly Proposal[],
  ): number {
    if (expected === 'no-stream') return -1;
    if (typeof expected === 'number') return expected;
    if (expected === 'stream-exists' && held.length === 0) return Number.NaN;
    const first = held.findIndex(({ id }) => id === proposals[0]?.id.toLowerCase());
    return first < 0 ? held.length - 1 : first - 1;
  }

  private write(stream: string, proposal: Proposal): LoggedEvent {
    const created = (BigInt(Date.now()) * 10_000n).toString();
    const event = {
      ...proposal,
      id: proposal.id.toLowerCase(),
      stream,
      revision: this.stream(stream).length,
      created,
      position: this.end,
    };
    this.store(event);
    this.keep(event);
    return event;
  }

  /**
   * Called before an event counts as written, so that a subclass can store the event. This class does nothing
   * here, because its log is only in memory.
   */
  protected store(_event: LoggedEvent): void {}

  protected keep(event: LoggedEvent): void {
    const held = this.streams.get(event.stream) ?? [];
    this.streams.set(event.stream, held);
    held.push(event);
    this.events.push(event);
    this.end = event.position + 90 + event.stream.length + event.data.length + event.metadata.length;
  }

  protected notifyListeners(): void {
    for (const listener of this.listeners) listener();
  }
}

function wrong(current: number): Written {
  return { kind: 'wrong', current: current < 0 ? 'no-stream' : current };
}
