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
 * bundle often comes from an opponent. They follow from the largest bundle that the service makes: 10,000
 * events in a log of 2^40 events. docs/verification.md shows how.
 */

/**
 * Maximum bytes of each file. The manifest is not listed, because it has a limit of its own, beyond which it
 * is unreadable.
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

/** JSON within these bounds costs little. Its depth is checked once it has been parsed. */
const bounds = (values: number): JsonBounds => ({ depth: Infinity, values, containers: values });

/** Commas, and brackets that open, outside the texts of each long JSON file. */
export const FILE_VALUES: ReadonlyMap<string, JsonBounds> = new Map([
  [OPENINGS, bounds(100_000)],
  [RECEIPTS, bounds(70_000)],
  [PROOFS, bounds(450_000)],
  [CHECKPOINT, bounds(450_000)],
]);
/** The same for one line of events. A line of the right shape has five commas and one bracket. */
export const LINE_VALUES = bounds(10);
/** The same for each JSON text within a file: the parts of an event, and an opened text. */
export const TEXT_VALUES = bounds(1_000);
