import { randomUUID } from 'node:crypto';
import type { AppendCalls } from './append-call.js';
import type { Append } from './append-message.js';
import type { LogReader } from './log-reader.js';
import type { OwnStreams } from './own-streams.js';
import { EventStoreUnavailable } from '../event-store.js';

/**
 * Finds out whether the server accepts appends. While the server accepts appends, the probe sends nothing.
 * After an append has failed because the event store was unavailable, each check appends a small, meaningless
 * event to the store's identity stream, until the event store is available again. A recovery is therefore
 * noticed even if nothing else is appended. All probes of one outage send the same event, so an outage leaves
 * only one event in the log.
 */
export class AppendProbe {
  private running: Promise<void> | undefined;
  private unanswered: Append | undefined;

  constructor(
    private readonly calls: Pick<AppendCalls, 'append' | 'fault'>,
    private readonly reader: Pick<LogReader, 'readFull'>,
    private readonly streams: OwnStreams,
  ) {}

  /** @throws EventStoreUnavailable while the server does not accept appends */
  async check(): Promise<void> {
    if (this.calls.fault === undefined) return;
    this.running ??= this.probe().finally(() => {
      this.running = undefined;
    });
    await this.running;
  }

  private async probe(): Promise<void> {
    this.unanswered ??= await this.next();
    try {
      // A conflict is a response too. It means that another backend's probe came first.
      await this.calls.append(this.unanswered, { awaited: false });
    } catch (error) {
      if (error instanceof EventStoreUnavailable) throw error;
    }
    this.unanswered = undefined;
  }

  private async next(): Promise<Append> {
    const { identity } = this.streams;
    const [last] = await this.reader.readFull(identity, { direction: 'backwards', limit: 1 });
    const event = {
      id: randomUUID(),
      type: 'EventStoreProbed.v1',
      data: Buffer.from('{}'),
      metadata: Buffer.from('{}'),
    };
    return { stream: identity, expected: last?.revision ?? 'no-stream', events: [event] };
  }
}
