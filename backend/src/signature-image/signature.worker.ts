import '../platform/process/thread-warnings.js';
import { SIGNATURE_MAX_BYTES, SIGNATURE_MAX_HEIGHT, SIGNATURE_MAX_WIDTH } from '@siegel/contracts/limits';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { readSignaturePng, type SignaturePng } from './png.js';

const LIMITS = {
  maxBytes: SIGNATURE_MAX_BYTES,
  maxWidth: SIGNATURE_MAX_WIDTH,
  maxHeight: SIGNATURE_MAX_HEIGHT,
};

export interface ReadSignature {
  readonly kept?: SignaturePng;
  /** Texts for the refusal. Undefined if the default texts apply. */
  readonly words?: RuleBroken['words'];
}

/** Entry point of a thread of `SignatureReader`. Returns no picture if the signature is invalid. */
export function read(dataUrl: string): ReadSignature {
  try {
    return { kept: readSignaturePng(dataUrl, LIMITS) };
  } catch (error) {
    // Errors lose their class when they leave a thread, so a refusal is returned, not thrown.
    if (error instanceof RuleBroken) return { words: error.words };
    throw error;
  }
}
