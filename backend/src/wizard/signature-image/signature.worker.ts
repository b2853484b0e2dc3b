import { SIGNATURE_MAX_BYTES, SIGNATURE_MAX_HEIGHT, SIGNATURE_MAX_WIDTH } from '@siegel/contracts/limits';
import { RuleBroken } from '../../platform/rule-broken.js';
import { readSignaturePng, type SignaturePng } from './png.js';

const LIMITS = {
  maxBytes: SIGNATURE_MAX_BYTES,
  maxWidth: SIGNATURE_MAX_WIDTH,
  maxHeight: SIGNATURE_MAX_HEIGHT,
};

/** What a thread of `SignatureReader` does; null for what is no signature. */
export function read(dataUrl: string): SignaturePng | null {
  try {
    return readSignaturePng(dataUrl, LIMITS);
  } catch (error) {
    // Errors lose their class on the way out of a thread.
    if (error instanceof RuleBroken) return null;
    throw error;
  }
}
