import { type ServiceError, status } from '@grpc/grpc-js';
import { EventStoreUnavailable, StreamDeletedForGood, WrongExpectedRevision } from '../event-store.js';

export const OLDEST_VERSION = '23.10';

export function isServiceError(error: unknown): error is ServiceError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'number' &&
    'details' in error &&
    'metadata' in error
  );
}

/**
 * Translates an error into the port's terms and adds advice. An error that comes neither from the server nor
 * from the network stays as it is.
 */
export function explained(error: unknown): unknown {
  if (error instanceof EventStoreUnavailable || error instanceof WrongExpectedRevision) return error;
  if (!isServiceError(error)) return isDiscovery(error) ? unavailable(NO_CLUSTER, error) : error;
  switch (exceptionOf(error)) {
    case 'not-leader':
      return unavailable('another node leads the EventStoreDB cluster now; the next try goes there', error);
    case 'access-denied':
      return unavailable(REFUSED, error);
    case 'stream-deleted':
      return new StreamDeletedForGood({ cause: error });
    case 'maximum-append-size-exceeded':
      return tooLarge(metadataOf(error, 'maximum-append-size'), error);
    case 'maximum-append-event-size-exceeded':
      return tooLargeEvent(metadataOf(error, 'maximum-append-event-size'), error);
    default:
      return byCode(error);
  }
}

export function unavailable(message: string, cause?: unknown): EventStoreUnavailable {
  return new EventStoreUnavailable(message, cause === undefined ? {} : { cause });
}

export const tooLarge = (limit: string | undefined, cause?: unknown): Error =>
  beyond('append', 'MaxAppendSize', limit, cause);

export const tooLargeEvent = (limit: string | undefined, cause?: unknown): Error =>
  beyond('event', 'MaxAppendEventSize', limit, cause);

function beyond(what: string, setting: string, limit: string | undefined, cause: unknown): Error {
  return new Error(
    `EventStoreDB accepts at most ${limit ?? 'its configured number of'} bytes in one ${what}: see ${setting} of the server, which can be 16 MiB at most`,
    cause === undefined ? {} : { cause },
  );
}

/**
 * Returns the error for a server that responds but does not accept writes at the moment.
 * @param message the server's error message
 */
export function notWritable(message: string, cause?: unknown): EventStoreUnavailable {
  const reason = /no leader/i.test(message)
    ? 'the EventStoreDB node is read-only, or its cluster has no leader: check the nodes and their disks; appends resume by themselves'
    : `EventStoreDB is not ready: ${message}`;
  return unavailable(reason, cause);
}

/** True if the server refused the request because another node is the leader. The request had no effect. */
export function isNotLeader(error: unknown): boolean {
  return (
    error instanceof EventStoreUnavailable &&
    isServiceError(error.cause) &&
    exceptionOf(error.cause) === 'not-leader'
  );
}

/**
 * True if a message exceeded the size limit of the server or of a proxy. The server or the proxy has then
 * ended the call.
 */
export function isMessageTooLarge(error: unknown): boolean {
  return (
    error instanceof EventStoreUnavailable &&
    isServiceError(error.cause) &&
    error.cause.code === status.RESOURCE_EXHAUSTED
  );
}

/** True if the connection was lost or never made. Calls that only read may be repeated. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof EventStoreUnavailable) || !isServiceError(error.cause)) return false;
  const { code } = error.cause;
  return (
    isNotLeader(error) || code === status.UNAVAILABLE || code === status.CANCELLED || code === status.INTERNAL
  );
}

export const REFUSED =
  'EventStoreDB refuses these credentials: check the user and password or the user certificate in EVENT_STORE_URL, and that this user may read $all and write';
export const TIMED_OUT = 'EventStoreDB did not answer in time';
export const NOT_COMPLETED =
  "EventStoreDB did not complete an append in time: check its disks, that its nodes reach each other, and that their clocks and this machine's agree";
const CHECK_HOSTS = 'check the hosts in EVENT_STORE_URL, tls and the certificate authority';
const NO_CLUSTER = `no node of the EventStoreDB cluster answered: ${CHECK_HOSTS}`;
/**
 * Error message if the deadline expires before the client library has tried all hosts often enough. The only
 * cause may be that this machine is busy.
 */
export const NO_NODE = `${TIMED_OUT}, and no node was found: ${CHECK_HOSTS}, and the load of this machine`;
const CERTIFICATE =
  /certificate|self.signed|altnames|alert |ssl|wrong version number|EPROTO|disconnected before secure TLS|unable to (get|verify)/i;

/**
 * Matches the message of an error for a connection that was made and then lost before the first response. A
 * server with TLS ends a connection without TLS in this way.
 */
const ENDED = /Failed to connect|Protocol error|ECONNRESET/i;

function byCode(error: ServiceError): Error {
  switch (error.code) {
    case status.UNAUTHENTICATED:
    case status.PERMISSION_DENIED:
      return unavailable(REFUSED, error);
    case status.DEADLINE_EXCEEDED:
    case status.ABORTED:
      return unavailable(TIMED_OUT, error);
    case status.UNIMPLEMENTED:
      return unavailable(
        `this server does not speak EventStoreDB's protocol of ${OLDEST_VERSION} or later: ${error.details}`,
        error,
      );
    case status.INVALID_ARGUMENT:
    case status.OUT_OF_RANGE:
      return new Error(`EventStoreDB refuses the request: ${error.details}`, { cause: error });
    case status.UNAVAILABLE:
      return unreachable(error);
    default:
      return /no leader/i.test(error.details)
        ? notWritable(error.details, error)
        : unavailable(`EventStoreDB failed: ${error.details}`, error);
  }
}

/** gRPC's message ends with a note on name resolution. The note is empty if the name was resolved. */
const EMPTY_NOTE = /(?:\. Last error: null)?\. Resolution note: *$/;

function unreachable(error: ServiceError): EventStoreUnavailable {
  const details = error.details.replace(EMPTY_NOTE, '');
  if (CERTIFICATE.test(details)) {
    return unavailable(
      `no secure connection to EventStoreDB: check tls, tlsCAFile and the host's name in EVENT_STORE_URL: ${details}`,
      error,
    );
  }
  if (ENDED.test(details)) {
    return unavailable(
      `the host of EVENT_STORE_URL accepts connections and ends them at once: check tls (tls=true for a server with a certificate, tls=false for one without) and that the port is EventStoreDB's: ${details}`,
      error,
    );
  }
  if (/server is/i.test(details)) return notWritable(details, error);
  return unavailable(
    `EventStoreDB cannot be reached: check host and port in EVENT_STORE_URL and that the server runs: ${details}`,
    error,
  );
}

function isDiscovery(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Failed to discover');
}

function exceptionOf(error: ServiceError): string | undefined {
  return metadataOf(error, 'exception');
}

function metadataOf(error: ServiceError, key: string): string | undefined {
  return error.metadata.get(key)[0]?.toString();
}
