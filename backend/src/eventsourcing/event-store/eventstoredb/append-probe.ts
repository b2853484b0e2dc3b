import { randomUUID } from 'node:crypto';
import type { AppendCalls } from './append-call.js';
import type { Append } from './append-message.js';
import type { LogReader } from './log-reader.js';
import type { OwnStreams } from './own-streams.js';
import { EventStoreUnavailable } from '../event-store.js';

/**
 * Whether the server takes appends. While they are answered nothing is asked. After one that was not, a small
 * event of no meaning is appended beside the store's name until it is answered: also where nobody else
 * appends, it is found out when the server does again. It is the same one each time, so that one stays of an
 * outage.
 */
export class AppendProbe {
  private running: Promise<void> | undefined;
  private unanswered: Append | undefined;

  constructor(
    private readonly calls: Pick<AppendCalls, 'append' | 'fault'>,
    private readonly reader: Pick<LogReader, 'readFull'>,
    private readonly streams: OwnStreams,
  ) {}

  /** @throws EventStoreUnavailable while no append is answered */
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
      // Also a conflict is an answer: another backend's came first.
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
