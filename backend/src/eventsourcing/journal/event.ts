import type { Sealed } from '../../vault/sealed.js';
import type { Fields, PartOf } from './fields.js';

/**
 * What an event is between the domain and the store. `open` is the skeleton that stays readable for ever
 * (types, states, amounts, counts); `personal` is sealed with the stream's key before it is stored and is
 * gone after an erasure (rule:personal-data-is-sealed).
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

/** Who acted; `anybody` is a person of whom nothing is known. */
export type Actor = 'party1' | 'party2' | 'anybody' | 'admin' | 'auditor' | 'system';

/** From where a person acted; sealed with the event. */
export interface Origin {
  /** Null where the proxy in front does not know it (rule:client-addresses-are-evidence). */
  readonly ip: string | null;
  readonly userAgent: string;
}

/** What accompanies a command and ends in each of its events' metadata. */
export interface CommandContext {
  /** UUID. The same command id is handled once; a repetition returns the first result. */
  readonly commandId: string;
  readonly correlationId: string;
  /** Id of the event that caused this command, where a reaction did. */
  readonly causedBy: string | null;
  readonly actor: Actor;
  /** ISO 8601 UTC, milliseconds. */
  readonly at: string;
  /** Given for acts whose origin is evidence. */
  readonly origin?: Origin;
}

/**
 * No event is dated before its predecessor, whatever a clock says (rule:time-never-runs-back). Both are ISO
 * 8601 UTC with milliseconds, so text order is time order.
 * @param last of the stream's last event; null or empty before the first
 */
export const notBefore = (at: string, last: string | null): string =>
  last !== null && last > at ? last : at;

export interface RecordedEnvelope {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  /** Undefined when read from its stream rather than from the log. */
  readonly position: string | undefined;
  /** 0 where the bytes are none of ours: then nothing but place and type is known. */
  readonly version: number;
  /**
   * True where this version of the service does not know what the event says: its type or version is that of another
   * program, its fields are not those that its type has, its bytes cannot be read, or its stream is not named as ours
   * are (rule:unknown-is-not-folded).
   */
  readonly unknown: boolean;
  readonly at: string;
  readonly actor: Actor;
  readonly commandId: string;
  readonly correlationId: string;
  readonly causedBy: string | null;
  /** SHA-256, hexadecimal, over the stored bytes and `previousHash`. */
  readonly hash: string;
  /** Hash of the event before it in the stream; 64 zeros for the first. */
  readonly previousHash: string;
  /** The blob as stored; undefined where nothing was sealed. */
  readonly sealed: Sealed | undefined;
  /** True when there is a blob whose key was destroyed. */
  readonly erased: boolean;
  /** True when there is a blob whose key this database does not have, though nobody destroyed it. */
  readonly keyMissing: boolean;
  /** True when there is a blob that its key does not open: one of the two was altered. */
  readonly sealBroken: boolean;
  /** Only when the reader unsealed it, and never after an erasure. */
  readonly origin: Origin | undefined;
}

/**
 * An event as it stands in the log. `personal` is undefined when nothing is sealed, the reader did not
 * unseal, or the key is not there.
 */
export type Recorded<E extends NewEvent = NewEvent> = E extends NewEvent
  ? RecordedEnvelope & {
      readonly type: E['type'];
      readonly open: E['open'];
      readonly personal: NonNullable<E['personal']> | undefined;
    }
  : never;

/** Whether it is an event of ours at all, be it of a type that is not known. */
export const isReadable = ({ version }: Pick<Recorded, 'version'>): boolean => version !== 0;

/** The event, and where it has no time of its own, which is so of what is none of ours, with that of the one before it. */
export const datedAfter = <E extends NewEvent>(event: Recorded<E>, before: string | null): Recorded<E> =>
  isReadable(event) || before === null
    ? event
    : ({ ...(event as Recorded), at: before } as unknown as Recorded<E>);

/**
 * All that is said of an event type, once: what may be in it, what of it is personal, whether it makes the
 * stream's key, and a line for the catalogue. Its type follows from it.
 */
export interface EventDeclaration {
  readonly version: number;
  /** What each field may be: others are refused before anything is stored, and not understood where they are. */
  readonly open: Fields;
  /** Fields beside these are refused. Nobody looks at their values, as what is sealed stays closed. */
  readonly personal: Fields;
  /** Only the first event of a stream makes its key. */
  readonly makesKey?: boolean;
  /** Whether the event also seals the origin (IP address, user agent) of the act. */
  readonly origin?: boolean;
  /** English, one sentence: when this is recorded. */
  readonly meaning: string;
}

export type EventRegistry = Readonly<Record<string, EventDeclaration>>;

/** An event that a registry declares: of any of its types, or of those that are named. */
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
