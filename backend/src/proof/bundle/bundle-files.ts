import type { Receipt } from '@siegel/contracts/receipt';
import type { BundleKind } from '@siegel/contracts/verification/bundle-kinds';
import type { PublicKeyRecord } from '../../vault/public-key-record.js';
import type { SignedCheckpoint } from '../signed-checkpoints.js';

/**
 * The format of an evidence bundle. docs/verification.md describes the format for readers who have no other
 * source.
 */
export const BUNDLE_FORMAT = 'siegel-bundle/1';

/** Bytes. */
export const BUNDLE_BYTES_MAX = 134_217_728;
export const BUNDLE_EVENTS_MAX = 10_000;
/** Maximum nesting depth of the JSON in our bundles, including the outermost object. */
export const BUNDLE_DEPTH_MAX = 32;

export const MANIFEST = 'manifest.json';
export const EVENTS = 'events.jsonl';
export const OPENINGS = 'openings.json';
export const AGREEMENT = 'agreement.json';
export const DOCUMENT = 'document.pdf';
export const RECEIPTS = 'receipts.json';
export const PROOFS = 'proofs.json';
export const CHECKPOINT = 'checkpoint.json';
export const KEYS = 'keys.json';
export const CERTIFICATES = 'certificates.pem';
export const README = 'README.txt';

/** Names of all files of a bundle, in their fixed order. */
export const BUNDLE_FILES: readonly string[] = [
  MANIFEST,
  EVENTS,
  OPENINGS,
  AGREEMENT,
  DOCUMENT,
  RECEIPTS,
  PROOFS,
  CHECKPOINT,
  KEYS,
  CERTIFICATES,
  README,
];

/**
 * Files that may be missing from a bundle, either because the stream's key was destroyed or because the files
 * never existed.
 */
export const OPTIONAL_FILES: readonly string[] = [AGREEMENT, DOCUMENT];

export interface BundleFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** An event in its stored form. */
export interface BundledEvent {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

/**
 * The sealed parts of an event. `whole` occurs only in event format 1, in which one commitment covers all
 * sealed data.
 */
export const OPENING_PARTS = ['personal', 'origin', 'whole'] as const;
export type OpeningPart = (typeof OPENING_PARTS)[number];
/** Reasons why the bundle does not open a commitment. */
export const SHUT_STATES = ['withheld', 'erased', 'key_missing'] as const;
export type ShutState = (typeof SHUT_STATES)[number];

interface OpeningPlace {
  readonly revision: number;
  readonly part: OpeningPart;
}
export interface OpenedCommitment extends OpeningPlace {
  readonly state: 'opened';
  /** 32 bytes, base64. */
  readonly salt: string;
  /** The canonical JSON that the commitment covers. */
  readonly text: string;
}
/** The content of a commitment, or the reason why the bundle does not disclose it. */
export type Opening = OpenedCommitment | (OpeningPlace & { readonly state: ShutState });

export interface BundledProof {
  /** Index of the event's leaf in the tree over the log, counted from 0. */
  readonly index: number;
  /** Hexadecimal hashes of the inclusion proof, from the leaf upwards. */
  readonly proof: readonly string[];
}

export interface BundledConsistency {
  /** Name of the older checkpoint, `<size>:<root>`. */
  readonly checkpoint: string;
  /** Hexadecimal hashes of the consistency proof (RFC 9162 section 2.1.4). */
  readonly proof: readonly string[];
}

/** The parsed content of a bundle. Nothing has checked yet that it is consistent. */
export interface BundleContent {
  readonly stream: string;
  readonly events: readonly BundledEvent[];
  readonly openings: readonly Opening[];
  readonly agreement: Buffer | undefined;
  readonly document: Buffer | undefined;
  readonly receipts: readonly Receipt[];
  readonly proofs: readonly BundledProof[];
  readonly checkpoint: SignedCheckpoint;
  readonly consistency: readonly BundledConsistency[];
  readonly keys: readonly PublicKeyRecord[];
  /** DER. */
  readonly certificates: readonly Buffer[];
}

/**
 * The first fault found in a bundle. `at` is the location of the fault: null, `<file name>`, or `<file
 * name>:<revision>`.
 */
export class BundleFault extends Error {
  constructor(
    readonly kind: BundleKind,
    readonly at: string | null = null,
  ) {
    super(at === null ? kind : `${kind} at ${at}`);
    this.name = 'BundleFault';
  }
}

/** @param revision counted from 0 @throws BundleFault always */
export function refuse(kind: BundleKind, file: string | null = null, revision?: number): never {
  throw new BundleFault(kind, revision === undefined ? file : `${file}:${revision}`);
}
