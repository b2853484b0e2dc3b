import { BUNDLE_KINDS, type BundleKind, type BundleState } from '@siegel/contracts/verification/bundle-kinds';
import type { Change } from './changes.js';
import type { SampleName } from './sample-bundles.js';

/** As `--document` says of the document in a bundle. */
type DocumentVerdict = 'authentic' | 'altered' | 'unknown';

export interface Expected {
  readonly verdict: BundleState;
  readonly kind: BundleKind | null;
  readonly at: string | null;
}

/** A bundle, what is changed in it, and what a verifier has to say then (docs/verifier/README.md). */
export interface Vector {
  readonly name: string;
  readonly bundle: SampleName;
  readonly changes: readonly Change[];
  readonly manifest: 'made anew' | 'kept';
  readonly keys: boolean;
  readonly certificates: boolean;
  readonly expected: Expected;
  /** Where the document in it is checked as well. */
  readonly document?: DocumentVerdict | undefined;
}

export const INTACT: Expected = { verdict: 'intact', kind: null, at: null };

/** Of one bundle: what a change of it is called, the kind of fault that it is, and where. */
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
