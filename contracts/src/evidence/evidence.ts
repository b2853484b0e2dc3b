import type { Language, Party, SignatureKind, SignatureMode } from '../enums.js';

/**
 * The machine-readable record that every document carries as an attachment (rule:evidence-is-attached): the
 * agreement's exact text, the events that concern it as they are stored, what of them is disclosed, and every
 * other event as a link that keeps its place without saying what it holds (rule:evidence-withholds). Whoever has
 * the document can recompute every hash in it without us (docs/verification.md).
 */

export const EVIDENCE_FORMAT = 'siegel-evidence/2';
/** Name of the attachment. */
export const EVIDENCE_FILE_NAME = 'evidence.json';
/** Largest that is made, and that a check looks at; that of an ordinary history has some ten thousand bytes. */
export const EVIDENCE_BYTES_MAX = 5_000_000;
/**
 * Name of the attachment that is the picture of a party's signature (PNG) as it was kept: what was received,
 * without all that is not the picture itself (rule:signature-image).
 */
export const signatureFileName = (party: Party): string => `signature-${party}.png`;

/** Types that concern the agreement: shown with their content. All others are withheld. */
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
  /** As the signature's event names it. */
  readonly wording: string;
  /** Null where the screen did not tell; then there is no text either. */
  readonly language: Language | null;
  readonly text: string | null;
}

export interface EvidenceParty {
  readonly party: Party;
  readonly role: 'discloser' | 'recipient';
  readonly name: string;
  readonly company: string | null;
  /** ISO 8601 UTC: time of the signature's event. */
  readonly signedAt: string;
  /** `in-person`: on Party 1's device; `remote`: through the link that was sent. */
  readonly channel: SignatureMode;
  /** Null where the screen did not tell. */
  readonly signatureKind: SignatureKind | null;
  /** SHA-256 of the signature's picture (PNG) as it was kept, hexadecimal. */
  readonly signatureHash: string;
  /** Name of the attachment that is this image. */
  readonly signatureFile: string;
  readonly consent: EvidenceConsent;
}

/** What was sealed in an event, and the salt that proves it against the event's commitment. */
export interface Disclosure {
  /** 32 bytes, base64. */
  readonly salt: string;
  readonly personal: Readonly<Record<string, unknown>>;
}

/** Hashes are SHA-256, hexadecimal; `previousHash` is 64 zeros before the first event. */
export interface ShownParts {
  /** Counted from 0. */
  readonly revision: number;
  readonly id: string;
  /** As stored, with its version: `NdaCreated.v2`. */
  readonly type: string;
  /** The stored bytes as text (UTF-8 JSON). */
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
 * Of format 1. Disclosed only where nobody's address is sealed with it, since both have one commitment
 * (rule:addresses-are-shortened).
 */
export interface ShownEventV1 extends ShownParts {
  readonly format: 1;
}

/** Place and linkage can be recomputed; the content can be neither read nor guessed, and proven later. */
export interface WithheldEvent {
  readonly revision: number;
  readonly content: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** Of format 1, whose hash cannot be recomputed without its content: bound by its successor alone. */
export interface WithheldEventV1 {
  readonly revision: number;
  readonly hash: string;
  readonly format: 1;
}

export type EvidenceEvent = ShownEvent | ShownEventV1 | WithheldEvent | WithheldEventV1;

export interface Evidence {
  readonly format: typeof EVIDENCE_FORMAT;
  /** For a reader who has nothing but this file. */
  readonly about: readonly string[];
  readonly ndaId: string;
  readonly stream: string;
  readonly language: Language;
  /** The history is complete up to this revision. */
  readonly asOfRevision: number;
  /** ISO 8601 UTC: when both had signed. */
  readonly completedAt: string;
  readonly agreement: {
    readonly templateVersion: string;
    /** SHA-256 of `document` in UTF-8, hexadecimal: what both parties signed. */
    readonly hash: string;
    /** The canonical agreement, exactly as it was hashed. */
    readonly document: string;
  };
  readonly parties: readonly [EvidenceParty, EvidenceParty];
  readonly events: readonly EvidenceEvent[];
}
