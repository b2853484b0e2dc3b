import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../event-store.js';
import { asLogPosition } from './positions.js';

/** Event count that requests all events. The client library uses the same number. */
const EVERYTHING = String(Number.MAX_SAFE_INTEGER);
/** Number of events that the server searches for a match before it reports its progress. */
const SEARCH_WINDOW = 500;

export type StreamFilter = { readonly regex: string } | { readonly prefixes: readonly string[] };

export function streamRequest(
  stream: string,
  { backwards = false, from, limit }: { backwards?: boolean; from?: number; limit?: number },
) {
  const options = optionsOf(backwards, limit);
  const place = new streams.ReadReq.Options.StreamOptions();
  place.setStreamIdentifier(identifier(stream));
  if (from !== undefined) place.setRevision(String(from));
  else if (backwards) place.setEnd(new shared.Empty());
  else place.setStart(new shared.Empty());
  options.setStream(place);
  options.setNoFilter(new shared.Empty());
  return request(options);
}

/** Requests the newest events of the log, or the newest events whose streams match the filter. */
export function newestRequest(filter: StreamFilter | undefined, limit: number) {
  const options = optionsOf(true, limit);
  const place = new streams.ReadReq.Options.AllOptions();
  place.setEnd(new shared.Empty());
  options.setAll(place);
  setFilter(options, filter);
  return request(options);
}

/**
 * Requests a subscription to the events of the matching streams after a position. In place of all other
 * events, the server sends checkpoints.
 */
export function subscriptionRequest(after: Position | undefined, filter: StreamFilter) {
  const options = new streams.ReadReq.Options();
  options.setUuidOption(ids());
  const place = new streams.ReadReq.Options.AllOptions();
  if (after === undefined) place.setStart(new shared.Empty());
  else {
    const { commit, prepare } = asLogPosition(after);
    const position = new streams.ReadReq.Options.Position();
    position.setCommitPosition(commit);
    position.setPreparePosition(prepare);
    place.setPosition(position);
  }
  options.setAll(place);
  options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());
  setFilter(options, filter);
  return request(options);
}

export function identifier(stream: string) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(plainBytes(Buffer.from(stream, 'utf8')));
  return identifier;
}

/** Returns a plain Uint8Array, because the generated code copies any other kind of array. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return bytes.constructor === Uint8Array
    ? bytes
    : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function optionsOf(backwards: boolean, limit: number | undefined) {
  const options = new streams.ReadReq.Options();
  options.setUuidOption(ids());
  const { BACKWARDS, FORWARDS } = streams.ReadReq.Options.ReadDirection;
  options.setReadDirection(backwards ? BACKWARDS : FORWARDS);
  options.setCount(limit === undefined ? EVERYTHING : String(limit));
  return options;
}

function ids() {
  const option = new streams.ReadReq.Options.UUIDOption();
  option.setString(new shared.Empty());
  return option;
}

function setFilter(options: streams.ReadReq.Options, filter: StreamFilter | undefined): void {
  if (filter === undefined) {
    options.setNoFilter(new shared.Empty());
    return;
  }
  const expression = new streams.ReadReq.Options.FilterOptions.Expression();
  if ('regex' in filter) expression.setRegex(filter.regex);
  else expression.setPrefixList([...filter.prefixes]);
  const message = new streams.ReadReq.Options.FilterOptions();
  message.setStreamIdentifier(expression);
  message.setMax(SEARCH_WINDOW);
  message.setCheckpointintervalmultiplier(1);
  options.setFilter(message);
}

function request(options: streams.ReadReq.Options) {
  const message = new streams.ReadReq();
  message.setOptions(options);
  return message;
}
