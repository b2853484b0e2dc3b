import type { EventStore, StoredLog } from '../../eventsourcing/event-store/event-store.js';
import { OperatorError } from '../../platform/errors/operator-error.js';

export interface HiddenEventsParts {
  readonly log: Pick<StoredLog, 'hidingStreams'>;
  readonly store: Pick<EventStore, 'showHidden'>;
  readonly streamPrefixes: readonly string[];
}

/**
 * Streams whose settings in the store hide events (EventStoreDB: `$tb`, `$maxCount` and `$maxAge`). The hidden
 * events are still there, so nothing has to be put back: a repair first removes the settings. Reads the settings
 * of all streams once.
 */
export class HiddenEvents {
  private reading: Promise<Set<string>> | undefined;

  constructor(private readonly parts: HiddenEventsParts) {}

  /**
   * Shows the events of the stream again if settings hide some of them.
   * @param mayChange false to change nothing
   * @throws OperatorError if settings hide events and nothing may be changed; EventStoreUnavailable
   */
  async show(stream: string, mayChange: boolean): Promise<void> {
    const { log, store, streamPrefixes } = this.parts;
    this.reading ??= Promise.resolve(log.hidingStreams?.(streamPrefixes) ?? []).then((all) => new Set(all));
    const hiding = await this.reading;
    if (!hiding.has(stream)) return;
    if (!mayChange)
      throw new OperatorError(
        `Settings in the metadata of ${stream} ($tb, $maxCount or $maxAge) make EventStoreDB leave out events of it. The command removes these settings with --reason '…', and then looks at the stream again.`,
      );
    await store.showHidden?.(stream);
    hiding.delete(stream);
  }
}
