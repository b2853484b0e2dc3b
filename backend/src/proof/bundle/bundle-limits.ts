import type { JsonBounds } from '../../platform/bytes/json-bounds.js';
import {
  AGREEMENT,
  CERTIFICATES,
  CHECKPOINT,
  DOCUMENT,
  EVENTS,
  KEYS,
  OPENINGS,
  PROOFS,
  README,
  RECEIPTS,
} from './bundle-files.js';

/*
 * Limits of a bundle (rule:bundles-are-bounded). A verifier checks them before it reads a file, because a
 * bundle often comes from an opponent. The limits follow from the largest bundle that the service makes,
 * which has 10,000 events of a log of 2^40 events. docs/verification.md shows the calculation.
 */

/**
 * Maximum number of bytes of each file. The manifest is not in this list, because it has its own limit. A
 * manifest beyond that limit is unreadable.
 */
export const FILE_BYTES_MAX: ReadonlyMap<string, number> = new Map([
  [EVENTS, 50_000_000],
  [OPENINGS, 25_000_000],
  [AGREEMENT, 1_000_000],
  [DOCUMENT, 10_000_000],
  [RECEIPTS, 5_000_000],
  [PROOFS, 30_000_000],
  [CHECKPOINT, 30_000_000],
  [KEYS, 64_000],
  [CERTIFICATES, 64_000],
  [README, 10_000],
]);

/**
 * Returns bounds within which JSON is cheap to parse. The bounds do not limit the depth, which is checked
 * after parsing.
 */
const bounds = (values: number): JsonBounds => ({ depth: Infinity, values, containers: values });

/**
 * Maximum number of commas, and of opening brackets, in each long JSON file. Commas and brackets within
 * strings are not counted.
 */
export const FILE_VALUES: ReadonlyMap<string, JsonBounds> = new Map([
  [OPENINGS, bounds(100_000)],
  [RECEIPTS, bounds(70_000)],
  [PROOFS, bounds(450_000)],
  [CHECKPOINT, bounds(450_000)],
]);
/** Bounds of one line in the file of events. A well-formed line has five commas and one opening bracket. */
export const LINE_VALUES = bounds(10);
/** Bounds of each JSON text that is embedded in a file: the parts of an event, and the text of an opening. */
export const TEXT_VALUES = bounds(1_000);
