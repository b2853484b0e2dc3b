import type { Language } from '@siegel/contracts/enums';

/** Injection tokens of the services that reading needs from a global module. */
export const READ_ACCESS = Symbol('AdminReading');
export const DELIVERY_SERVICE = Symbol('DeliveryService');

export interface DeliveryService {
  /** Requests that owed documents are delivered now; safe at any time. */
  ask(ndaId: string): Promise<void>;
  /** Returns the document without a seal, made for this reading. */
  unsealed(ndaId: string): Promise<Buffer>;
  /** Returns a `Content-Disposition` with a readable file name made from the title. */
  disposition(title: string, language: Language): string;
}
