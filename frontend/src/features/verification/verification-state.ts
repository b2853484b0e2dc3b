import type { Language } from '@siegel/contracts/enums';
import { VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import type { VerificationView } from '@siegel/contracts/verification/view';
import { ApiError } from '../../lib/api-error.js';

/** The reason why a file is not sent to the server. */
export type Refusal = 'several' | 'empty' | 'tooLarge' | 'notPdf' | 'unreadable';

/** A check without a verdict. The file is kept for another try. */
export interface Failure {
  readonly kind: 'unreachable' | 'limited' | 'failed';
  /**
   * The time from which the server accepts files again. Set only with `limited`, and only if the server has
   * sent this time.
   */
  readonly until?: Date;
}

export interface PickedDocument {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type VerificationState =
  | {
      readonly step: 'idle';
      readonly refused?: { readonly why: Refusal; readonly name: string };
      readonly cancelled?: true;
    }
  | { readonly step: 'checking'; readonly name: string; readonly size: number }
  | {
      readonly step: 'done';
      readonly document: PickedDocument;
      readonly view: VerificationView;
      readonly language: Language;
    }
  | { readonly step: 'failed'; readonly document: PickedDocument; readonly failure: Failure };

/** Returns the reason for refusing the chosen file without reading it. Undefined if the file is accepted. */
export function refusalOfChoice(files: readonly File[]): Refusal | undefined {
  if (files.length > 1) return 'several';
  const size = files[0]?.size ?? 0;
  if (size === 0) return 'empty';
  return size > VERIFY_MAX_BYTES ? 'tooLarge' : undefined;
}

/**
 * True if a file looks like a PDF. The PDF header can be anywhere in the first 1024 bytes. The file's name
 * does not matter.
 */
export function looksLikePdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-');
}

/**
 * @param now the time of the response. The waiting time that the server sends, in seconds, begins at this
 * time.
 */
export function failureOf(error: unknown, now: Date): Failure {
  if (!(error instanceof ApiError)) return { kind: 'failed' };
  if (error.status === 429) {
    const { retryAfter } = error;
    return retryAfter === undefined
      ? { kind: 'limited' }
      : { kind: 'limited', until: new Date(now.getTime() + retryAfter * 1000) };
  }
  return { kind: error.code === 'unavailable' ? 'unreachable' : 'failed' };
}
