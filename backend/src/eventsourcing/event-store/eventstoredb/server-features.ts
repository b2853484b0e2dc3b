import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { CallOptions, Metadata } from '@grpc/grpc-js';
import type { Connection } from './connection.js';
import { OLDEST_VERSION, unavailable } from './failures.js';

/**
 * Returns the server's version. This adapter needs a server whose subscriptions report when they have caught
 * up.
 * @throws EventStoreUnavailable if the server is older than this adapter requires
 */
export async function assertVersion(connection: Connection): Promise<string> {
  const version = await connection.ask(ServerFeaturesClient, { leader: false }, askVersion);
  if (isOlder(version, OLDEST_VERSION)) {
    throw unavailable(
      `this EventStoreDB is too old: it is ${version || 'of an unknown version'}, but Siegel needs ${OLDEST_VERSION} or later`,
    );
  }
  return version;
}

/** True if the server answers within this time. @param withinMs milliseconds */
export async function answers(connection: Connection, withinMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), withinMs);
  });
  const asked = connection.call(ServerFeaturesClient, { leader: false }, askVersion).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

const askVersion = (
  client: ServerFeaturesClient,
  metadata: Metadata,
  options: CallOptions,
): Promise<string> =>
  new Promise((resolve, reject) => {
    client.getSupportedMethods(new shared.Empty(), metadata, options, (error, methods) => {
      if (error) reject(error);
      else resolve(methods.getEventStoreServerVersion());
    });
  });

function isOlder(version: string, than: string): boolean {
  const [major = Number.NaN, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [oldestMajor = 0, oldestMinor = 0] = than.split('.').map(Number);
  return !(major > oldestMajor || (major === oldestMajor && minor >= oldestMinor));
}
