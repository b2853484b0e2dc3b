import type { Tampering, TamperingSubject } from '../tampering.js';
import type { TamperingKind } from '../tampering-kinds.js';

/** Records every report. */
export class RecordedTampering implements Tampering {
  readonly all: { readonly kind: TamperingKind; readonly subject: TamperingSubject }[] = [];

  found(kind: TamperingKind, subject: TamperingSubject): void {
    this.all.push({ kind, subject });
  }
}
