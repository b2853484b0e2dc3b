import type { Logger } from '../../../platform/logging/logger.js';
import type { InspectedLog } from '../event-store.js';
import { Connection } from './connection.js';
import { hidingStreams } from './hidden-events.js';
import { readIdentity } from './identity.js';
import { LogReader } from './log-reader.js';
import { ownStreams } from './own-streams.js';
import { isBefore, noneMisplaced } from './positions.js';
import { assertVersion } from './server-features.js';

export interface EventStoreDbLogOptions {
  readonly connectionString: string;
  readonly logger: Logger;
  /** Prefix of every stream's name. */
  readonly streamPrefix?: string;
  /** Deadline of each call in milliseconds. Default: the connection string's deadline, else 10 000. */
  readonly deadlineMs?: number | undefined;
}

/** Opens the log for reading, on a connection of its own. @throws EventStoreUnavailable with advice */
export async function openEventStoreDbLog({
  connectionString,
  logger,
  streamPrefix = '',
  deadlineMs,
}: EventStoreDbLogOptions): Promise<InspectedLog> {
  const connection = new Connection(connectionString, logger, deadlineMs);
  const streams = ownStreams(streamPrefix);
  const reader = new LogReader(connection, streams);
  let version: string;
  try {
    version = await assertVersion(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    readStream: (stream, options) => reader.readStream(stream, options),
    readAll: (options) => reader.readAll(options),
    newest: (options) => reader.newest(options),
    misplaced: noneMisplaced,
    head: () => reader.head(),
    holds: (position) => reader.holds(position),
    isBefore,
    hidingStreams: (streamPrefixes) => hidingStreams(reader, streamPrefixes),
    storeId: () => readIdentity(reader, streams),
    server: `EventStoreDB ${version}`,
    close: () => connection.close(),
  };
}
