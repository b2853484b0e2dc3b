import { BUNDLE_KINDS, type BundleKind, type BundleState } from '@siegel/contracts/verification/bundle-kinds';
import type { Change } from './changes.js';
import type { SampleName } from './sample-bundles.js';

/** The verdict that the option `--document` gives on the document in a bundle. */
type DocumentVerdict = 'authentic' | 'altered' | 'unknown';

export interface Expected {
  readonly verdict: BundleState;
  readonly kind: BundleKind | null;
  readonly at: string | null;
}

/** A bundle, changes to it, and the verdict that a verifier must then give (docs/verifier/README.md). */
export interface Vector {
  readonly name: string;
  readonly bundle: SampleName;
  readonly changes: readonly Change[];
  readonly manifest: 'made anew' | 'kept';
  readonly keys: boolean;
  readonly certificates: boolean;
  readonly expected: Expected;
  /** The expected verdict on the document. If it is set, a test also checks the document. */
  readonly document?: DocumentVerdict | undefined;
}

export const INTACT: Expected = { verdict: 'intact', kind: null, at: null };

/**
 * Returns a function that makes vectors of one bundle. The function takes the name of the vector, the kind
 * and place of the expected fault, and the changes.
 */
export const changesOf =
  (bundle: SampleName, manifest: Vector['manifest'] = 'made anew') =>
  (name: string, kind: BundleKind, at: string | null, ...changes: readonly Change[]): Vector => ({
    name: `${bundle}: ${name}`,
    bundle,
    changes,
    manifest,
    keys: true,
    certificates: true,
    expected: { verdict: BUNDLE_KINDS[kind].verdict, kind, at },
  });
