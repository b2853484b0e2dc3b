import '../platform/process/thread-warnings.js';
import type { Hand } from '@siegel/contracts/limits';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { writeName } from './write-name.js';

export interface NameToWrite {
  readonly name: string;
  readonly hand: Hand;
}

/** Entry point of a thread of `NameWriter`. Returns null for a name that no hand can write. */
export function write({ name, hand }: NameToWrite): Uint8Array | null {
  try {
    return writeName(name, hand);
  } catch (error) {
    // Errors lose their class when they leave a thread. A refusal is therefore returned as null.
    if (error instanceof RuleBroken) return null;
    throw error;
  }
}
