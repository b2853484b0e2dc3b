import type { Language } from '@siegel/contracts/enums';

/** Injection tokens of the services that reading needs from a global module. */
export const READ_ACCESS = Symbol('AdminReading');
export const DELIVERY_SERVICE = Symbol('DeliveryService');

export const OWED_MAILS = Symbol('OwedMails');

export interface OwedMailRequests {
  /** Requests every mail that the NDA owes now, except the document. Safe to call at any time. */
  ask(ndaId: string): Promise<void>;
}

export interface DeliveryService {
  /** Requests the delivery of the documents that the NDA owes now. Safe to call at any time. */
  ask(ndaId: string): Promise<void>;
  /** Makes the document without a seal. The result is for this one reader and is not stored. */
  unsealed(ndaId: string): Promise<Buffer>;
  /** Returns a `Content-Disposition` with a readable file name made from the title. */
  disposition(title: string, language: Language): string;
}
