import type { Language, Party, SignatureKind, SignatureMode } from '../enums.js';

/**
 * The machine-readable record that is attached to every document (rule:evidence-is-attached). It contains the
 * agreement's exact text, the stored events that concern the agreement, and the disclosed personal parts of
 * those events. Every other event appears only as a link in the chain, with its position and without its
 * content (rule:evidence-withholds). Anyone who has the document can recompute every hash in the record
 * without our help (docs/verification.md).
 */

export const EVIDENCE_FORMAT = 'siegel-evidence/2';
/** Name of the attachment. */
export const EVIDENCE_FILE_NAME = 'evidence.json';
/**
 * Maximum size of evidence that the service makes or checks. Evidence of an ordinary history has some ten
 * thousand bytes.
 */
export const EVIDENCE_BYTES_MAX = 5_000_000;
/**
 * Name of the attachment with the stored picture of a party's signature (PNG). The attachment contains only
 * the picture itself, without any other data of the received file (rule:signature-image).
 */
export const signatureFileName = (party: Party): string => `signature-${party}.png`;

/**
 * Types of events that concern the agreement. These events are shown with their content. All other events are
 * withheld.
 */
export const SHOWN_TYPES = [
  'NdaCreated',
  'Party1Signed',
  'SigningMadeRemote',
  'SigningMadeInPerson',
  'Party2Invited',
  'Party1AddressCorrected',
  'Party2AddressCorrected',
  'InvitationSent',
  'InvitationOpened',
  'Party2Signed',
  'NdaCompleted',
] as const;

export interface EvidenceConsent {
  /** Version of the wording that the signature event names. */
  readonly wording: string;
  /** Null if the screen did not report the language. Then `text` is null too. */
  readonly language: Language | null;
  readonly text: string | null;
}

export interface EvidenceParty {
  readonly party: Party;
  readonly role: 'discloser' | 'recipient';
  readonly name: string;
  readonly company: string | null;
  /** Time of the signature's event, ISO 8601 UTC. */
  readonly signedAt: string;
  /** `in-person`: signed on Party 1's device. `remote`: signed through the link that was sent to Party 2. */
  readonly channel: SignatureMode;
  /** Null if the screen did not report the kind of the signature. */
  readonly signatureKind: SignatureKind | null;
  /** SHA-256 of the stored picture of the signature (PNG), hexadecimal. */
  readonly signatureHash: string;
  /** Name of the attachment that contains this picture. */
  readonly signatureFile: string;
  readonly consent: EvidenceConsent;
}

/**
 * The sealed part of an event, and the salt. With both of them, a reader can recompute the event's
 * commitment.
 */
export interface Disclosure {
  /** 32 bytes, base64. */
  readonly salt: string;
  readonly personal: Readonly<Record<string, unknown>>;
}

/** Hashes are SHA-256, hexadecimal. The `previousHash` of the first event is 64 zeros. */
export interface ShownParts {
  /** Counted from 0. */
  readonly revision: number;
  readonly id: string;
  /** The type as stored, with its version, for example `NdaCreated.v2`. */
  readonly type: string;
  /** The stored bytes of `core` and `data`, as text (UTF-8 JSON). */
  readonly core: string;
  readonly data: string;
  readonly previousHash: string;
  readonly hash: string;
  readonly disclosed?: Disclosure;
}

export interface ShownEvent extends ShownParts {
  readonly blind: string;
  readonly content: string;
}

/**
 * A shown event of format 1. If an address is sealed with the personal part, one commitment covers both. In
 * that case the personal part is not disclosed (rule:addresses-are-shortened).
 */
export interface ShownEventV1 extends ShownParts {
  readonly format: 1;
}

/**
 * An event whose position and link in the chain can be recomputed. A reader can neither read nor guess its
 * content, but the content can be proven later.
 */
export interface WithheldEvent {
  readonly revision: number;
  readonly content: string;
  readonly previousHash: string;
  readonly hash: string;
}

/**
 * A withheld event of format 1. Its hash cannot be recomputed without its content. Only the next event binds
 * it to the chain.
 */
export interface WithheldEventV1 {
  readonly revision: number;
  readonly hash: string;
  readonly format: 1;
}

export type EvidenceEvent = ShownEvent | ShownEventV1 | WithheldEvent | WithheldEventV1;

export interface Evidence {
  readonly format: typeof EVIDENCE_FORMAT;
  /** Explains the evidence to a reader who has only this file. */
  readonly about: readonly string[];
  readonly ndaId: string;
  readonly stream: string;
  readonly language: Language;
  /** The history is complete up to this revision. */
  readonly asOfRevision: number;
  /** Time at which both parties had signed, ISO 8601 UTC. */
  readonly completedAt: string;
  readonly agreement: {
    readonly templateVersion: string;
    /** SHA-256 of `document` in UTF-8, hexadecimal. Both parties signed this hash. */
    readonly hash: string;
    /** The canonical agreement, exactly as it was hashed. */
    readonly document: string;
  };
  readonly parties: readonly [EvidenceParty, EvidenceParty];
  readonly events: readonly EvidenceEvent[];
}
