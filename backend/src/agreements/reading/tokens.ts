import type { Language } from '@siegel/contracts/enums';

/** Injection tokens of what Party 1's side needs from elsewhere. */
export const READ_ACCESS = Symbol('AdminReading');
export const DELIVERY_SERVICE = Symbol('DeliveryService');

export interface DeliveryService {
  /** Asks for what is owed to be delivered now; safe at any time. */
  ask(ndaId: string): Promise<void>;
  /** The document without a seal, made for this reading. */
  unsealed(ndaId: string): Promise<Buffer>;
  /** `Content-Disposition` with a readable file name made of the title. */
  disposition(title: string, language: Language): string;
}
