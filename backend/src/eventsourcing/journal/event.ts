import type { Sealed } from '../../vault/sealed.js';
import type { Fields, PartOf } from './fields.js';

/**
 * An event between the domain and the store. `open` is the skeleton that stays readable permanently (types,
 * states, amounts, counts). `personal` is sealed with the stream's key before it is stored, and is lost after
 * an erasure (rule:personal-data-is-sealed).
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

/** The one who acted; `anybody` is an unknown person. */
export type Actor = 'party1' | 'party2' | 'anybody' | 'admin' | 'auditor' | 'system';

/** Network origin of a person's act; sealed with the event. */
export interface Origin {
  /** Null if the proxy in front does not know it (rule:client-addresses-are-evidence). */
  readonly ip: string | null;
  readonly userAgent: string;
}

/** Accompanies a command and is recorded in the metadata of each of its events. */
export interface CommandContext {
  /** UUID. Each command id is handled once; a repetition returns the first result. */
  readonly commandId: string;
  readonly correlationId: string;
  /** Id of the event that caused this command, if a reaction issued it. */
  readonly causedBy: string | null;
  readonly actor: Actor;
  /** ISO 8601 UTC, milliseconds. */
  readonly at: string;
  /** Given for acts whose origin is evidence. */
  readonly origin?: Origin;
}

/**
 * Returns the later of both times: no event is dated before its predecessor, whatever a clock says
 * (rule:time-never-runs-back). Both are ISO 8601 UTC with milliseconds, so text order is time order.
 * @param last time of the stream's last event; null or empty before the first
 */
export const notBefore = (at: string, last: string | null): string =>
  last !== null && last > at ? last : at;

export interface RecordedEnvelope {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  /** Undefined if the event was read from its stream and not from the log. */
  readonly position: string | undefined;
  /** 0 if the event was not written by this service: then only place and type are known. */
  readonly version: number;
  /**
   * True if this version of the service does not understand the event: another program's type or version,
   * fields that do not match the type, unreadable bytes, or a stream name that is not ours
   * (rule:unknown-is-not-folded).
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
  /** True if there is a sealed part whose key this database lacks, though nobody destroyed it. */
  readonly keyMissing: boolean;
  /** True if there is a sealed part that its key does not open: one of the two was altered. */
  readonly sealBroken: boolean;
  /** Only present if the reader unsealed the event, and never after an erasure. */
  readonly origin: Origin | undefined;
}

/**
 * An event as recorded in the log. `personal` is undefined if nothing is sealed, if the reader did not
 * unseal, or if the key is not available.
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

/** Returns the event; one that could not be decoded has no time and gets that of its predecessor. */
export const datedAfter = <E extends NewEvent>(event: Recorded<E>, before: string | null): Recorded<E> =>
  isReadable(event) || before === null
    ? event
    : ({ ...(event as Recorded), at: before } as unknown as Recorded<E>);

/**
 * Declaration of an event type, in one place: its fields, which of them are personal, whether it makes the
 * stream's key, and a line for the catalogue. The event's TypeScript type follows from it.
 */
export interface EventDeclaration {
  readonly version: number;
  /**
   * Allowed values of each open field. Others are refused before anything is stored, and not understood if
   * they are found.
   */
  readonly open: Fields;
  /** Other fields are refused. Values are not checked, because sealed data stay closed. */
  readonly personal: Fields;
  /** True if the event creates its stream's key. Only a stream's first event may. */
  readonly makesKey?: boolean;
  /** True if the event also seals the origin (IP address, user agent) of the act. */
  readonly origin?: boolean;
  /** When this is recorded, in one English sentence. */
  readonly meaning: string;
}

export type EventRegistry = Readonly<Record<string, EventDeclaration>>;

/** An event that a registry declares: of any of its types, or of the named ones. */
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
