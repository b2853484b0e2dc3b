import { byTerm, OPTIONAL_TERMS, SEALED_TERMS } from '@siegel/contracts/nda/term-fields';
import type { NdaPersonal } from '../nda/nda.events.js';
import type { UnsealedNda } from './nda-view.js';

const isOptional = (name: string): boolean => (OPTIONAL_TERMS as readonly string[]).includes(name);

/**
 * The sealed terms as a party sees them while the stream is closed: texts are empty, optional terms are null.
 * The event that took the right from a link or from a browser may be in the part of the stream that does not
 * count, so neither opens a sealed part (rule:closed-streams-open-nothing).
 */
export const WITHHELD_TERMS = byTerm(SEALED_TERMS, (name) => (isOptional(name) ? null : '')) as NdaPersonal;

/** Everything sealed, withheld. */
export const WITHHELD: UnsealedNda = {
  created: WITHHELD_TERMS,
  agreementHash: '',
  party1Email: undefined,
  party2Email: undefined,
  voucherCode: undefined,
  party2SignatureIp: undefined,
  bounceReasons: {},
};
