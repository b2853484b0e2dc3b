import type { Logger } from '../../../platform/logging/logger.js';
import type { StoredLog } from '../event-store.js';
import { Connection } from './connection.js';
import { LogReader } from './log-reader.js';
import { ownStreams } from './own-streams.js';
import { assertVersion } from './server-features.js';

export interface EventStoreDbLogOptions {
  readonly connectionString: string;
  readonly logger: Logger;
  /** Put before the name of every stream. */
  readonly streamPrefix?: string;
}

/** On a connection of its own. @throws EventStoreUnavailable with what to do */
export async function openEventStoreDbLog({
  connectionString,
  logger,
  streamPrefix = '',
}: EventStoreDbLogOptions): Promise<StoredLog> {
  const connection = new Connection(connectionString, logger);
  const reader = new LogReader(connection, ownStreams(streamPrefix));
  try {
    await assertVersion(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    readStream: (stream, options) => reader.readStream(stream, options),
    readAll: (options) => reader.readAll(options),
    close: () => connection.close(),
  };
}
