import type { StoredLog, UntrustedEvent } from '#src/eventsourcing/event-store/event-store';
import { openEventStoreDbLog } from '#src/eventsourcing/event-store/eventstoredb/stored-log';
import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { ServerLog } from '#src/eventsourcing/event-store/eventstoredb/testing/server-log';
import { silentLogger } from '#src/platform/logging/logger';

/**
 * Copies the events into a new log. The log assigns revisions and positions itself, as an EventStoreDB server
 * does.
 */
function copyOf(rows: readonly UntrustedEvent[]): ServerLog {
  const log = new ServerLog();
  for (const { stream, id, type, data, metadata } of rows) {
    const { length } = log.stream(stream);
    const proposal = { id, type, contentType: 'application/json', data, metadata };
    log.append(stream, length === 0 ? 'no-stream' : length - 1, [proposal]);
  }
  return log;
}

/** Does the work on a copy of these events, on a server that speaks EventStoreDB's protocol. */
export async function onServerOf<Result>(
  rows: readonly UntrustedEvent[],
  work: (log: StoredLog) => Promise<Result>,
): Promise<Result> {
  const server = new ProtocolServer({ log: copyOf(rows) });
  await server.start();
  const log = await openEventStoreDbLog({ connectionString: server.url, logger: silentLogger });
  try {
    return await work(log);
  } finally {
    await log.close();
    await server.stop();
  }
}
