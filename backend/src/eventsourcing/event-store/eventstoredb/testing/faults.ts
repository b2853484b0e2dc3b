import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** The server's faults. Each fault except `cutAppend` lasts until it is reset. */
export interface Faults {
  /** Milliseconds that the server waits before each append. */
  appendDelayMs: number;
  /** At the next append, cuts all connections once, before or after the append is written. */
  cutAppend: 'before' | 'after' | undefined;
  /** Accepts requests and never answers. */
  silent: boolean;
  /** Accepts appends to streams with this prefix and never answers them; all other requests work. */
  silentAppends: string | undefined;
  /**
   * The server gets no confirmation of appends from other nodes. It responds to an append with the error that
   * its own time limit has expired.
   */
  noQuorum: boolean;
  /** Refuses all callers. */
  accessDenied: boolean;
  notReady: boolean;
  /** There is no leader, as on a read-only node without a cluster. */
  noLeader: boolean;
  /** Repeated appends are acknowledged without a position. */
  hidesOldPositions: boolean;
}

export const noFaults = (): Faults => ({
  appendDelayMs: 0,
  cutAppend: undefined,
  silent: false,
  silentAppends: undefined,
  noQuorum: false,
  accessDenied: false,
  notReady: false,
  noLeader: false,
  hidesOldPositions: false,
});

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export const accessDenied = (): ServiceError =>
  refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
export const streamDeleted = (stream: string): ServiceError =>
  refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
export const notAuthenticated = (): ServiceError => refusal(status.UNAUTHENTICATED, 'Bad credentials');
export const notReady = (): ServiceError => refusal(status.UNAVAILABLE, 'Server Is Not Ready');
export const noLeader = (): ServiceError => refusal(status.UNKNOWN, 'No leader info available in response');
/** The error that a server of 2023 sends to a live subscriber that does not keep up. */
export const consumerTooSlow = (): ServiceError =>
  refusal(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );
export const invalid = (details: string): ServiceError => refusal(status.INVALID_ARGUMENT, details);

export function notLeader({ host, port }: Endpoint): ServiceError {
  return refusal(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });
}

export function tooLarge(limit: number): ServiceError {
  return refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });
}

function refusal(code: status, details: string, trailers: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}
