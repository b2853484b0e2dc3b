import type { Tampering, TamperingSubject } from '../tampering.js';
import type { TamperingKind } from '../tampering-kinds.js';

/** What was told to it, each time. */
export class HeardTampering implements Tampering {
  readonly all: { readonly kind: TamperingKind; readonly subject: TamperingSubject }[] = [];

  found(kind: TamperingKind, subject: TamperingSubject): void {
    this.all.push({ kind, subject });
  }
}
