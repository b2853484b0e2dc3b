import type { Sealed } from '../../vault/sealed.js';
import type { Fields, PartOf } from './fields.js';

/**
 * A new event that the domain wants to store. `open` stays readable permanently (types, states, amounts,
 * counts). `personal` is sealed with the stream's key before it is stored, and is lost after an erasure
 * (rule:personal-data-is-sealed).
 */
export interface NewEvent<
  Type extends string = string,
  Open extends object = object,
  Personal extends object = object,
> {
  readonly type: Type;
  readonly open: Open;
  readonly personal?: Personal;
}

/** Who acted; `anybody` is an unknown person. */
export type Actor = 'party1' | 'party2' | 'anybody' | 'admin' | 'auditor' | 'system';

/** Network origin of a person's act. It is sealed with the event. */
export interface Origin {
  /** Null if the proxy in front does not know the address (rule:client-addresses-are-evidence). */
  readonly ip: string | null;
  readonly userAgent: string;
}

/**
 * Data about a command. All fields except `origin` are recorded in the metadata of each event that the
 * command causes.
 */
export interface CommandContext {
  /** UUID. Each command id is handled once. A repetition returns the first result. */
  readonly commandId: string;
  readonly correlationId: string;
  /** Id of the event that caused this command, if a reaction issued it. */
  readonly causedBy: string | null;
  readonly actor: Actor;
  /** ISO 8601 UTC, milliseconds. */
  readonly at: string;
  /** Present for acts whose origin is evidence. */
  readonly origin?: Origin;
}

/**
 * Returns the later of the two times, so that no event is dated before its predecessor, whatever a clock says
 * (rule:time-never-runs-back). Both times are ISO 8601 UTC with milliseconds, so their order as text is their
 * order in time.
 * @param last time of the stream's last event; null or empty before the first event
 */
export const notBefore = (at: string, last: string | null): string =>
  last !== null && last > at ? last : at;

export interface RecordedEnvelope {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  /** Undefined if the event was read from its stream instead of the log. */
  readonly position: string | undefined;
  /** 0 if the event could not be decoded. In that case only the event's place and type are known. */
  readonly version: number;
  /**
   * True if this version of the service does not understand the event. Possible reasons: its type or version
   * is unknown, its fields do not match its type, its bytes are unreadable, or the form of its stream's name
   * is unknown (rule:unknown-is-not-folded).
   */
  readonly unknown: boolean;
  readonly at: string;
  readonly actor: Actor;
  readonly commandId: string;
  readonly correlationId: string;
  readonly causedBy: string | null;
  /** SHA-256, hexadecimal, over the stored bytes and `previousHash`. */
  readonly hash: string;
  /** Hash of the preceding event in the stream; 64 zeros for the first. */
  readonly previousHash: string;
  /** The sealed part as stored; undefined if nothing was sealed. */
  readonly sealed: Sealed | undefined;
  /** True if there is a sealed part whose key was destroyed. */
  readonly erased: boolean;
  /** True if there is a sealed part whose key this database lacks, although nobody destroyed the key. */
  readonly keyMissing: boolean;
  /**
   * True if the event's key does not open its sealed part, because the key or the sealed part was altered.
   */
  readonly sealBroken: boolean;
  /** Only present if the reader unsealed the event, and never after an erasure. */
  readonly origin: Origin | undefined;
}

/**
 * An event as recorded in the log. `personal` is undefined if nothing is sealed, if the reader has not
 * unsealed the event, or if the key is not available.
 */
export type Recorded<E extends NewEvent = NewEvent> = E extends NewEvent
  ? RecordedEnvelope & {
      readonly type: E['type'];
      readonly open: E['open'];
      readonly personal: NonNullable<E['personal']> | undefined;
    }
  : never;

/** True if the event was decoded, even if its type is unknown. */
export const isReadable = ({ version }: Pick<Recorded, 'version'>): boolean => version !== 0;

/**
 * Returns the event. An event that could not be decoded has no time of its own, so it is returned with the
 * time of its predecessor.
 */
export const datedAfter = <E extends NewEvent>(event: Recorded<E>, before: string | null): Recorded<E> =>
  isReadable(event) || before === null
    ? event
    : ({ ...(event as Recorded), at: before } as unknown as Recorded<E>);

/**
 * Declares an event type: the event's fields, which of these fields are personal, whether the event creates
 * the stream's key, and a line for the catalogue. There is no second declaration, because the event's
 * TypeScript type is derived from this one.
 */
export interface EventDeclaration {
  readonly version: number;
  /**
   * Allowed values of each open field. A new event with any other value is refused before it is stored. A
   * stored event with any other value counts as unknown.
   */
  readonly open: Fields;
  /**
   * The personal fields. An event with any other personal field is refused. The values of personal fields are
   * not checked, because sealed data stay closed.
   */
  readonly personal: Fields;
  /** True if the event creates its stream's key. Only a stream's first event may do so. */
  readonly makesKey?: boolean;
  /** True if the event also seals the act's origin (IP address, user agent). */
  readonly origin?: boolean;
  /** One English sentence that says when this event is recorded. */
  readonly meaning: string;
}

export type EventRegistry = Readonly<Record<string, EventDeclaration>>;

/** Union of the events that a registry declares. If `Types` is given, only events of these types. */
export type EventOf<
  Registry extends EventRegistry,
  Types extends keyof Registry & string = keyof Registry & string,
> = {
  readonly [Type in Types]: NewEvent<
    Type,
    PartOf<Registry[Type]['open']>,
    PartOf<Registry[Type]['personal']>
  >;
}[Types];
