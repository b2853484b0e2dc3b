import type { NdaView } from '@siegel/contracts/nda/view';

export type Turn = 'party1' | 'party2' | 'both';

/** Returns whose turn it is. Party 1 always signs first. */
export function turnOf(nda: Pick<NdaView, 'party1SignedAt' | 'party2SignedAt'>): Turn {
  if (nda.party1SignedAt === null) return 'party1';
  return nda.party2SignedAt === null ? 'party2' : 'both';
}

/** True if the next signature is given at this screen. Party 1 always signs here, wherever Party 2 signs. */
export function isSignedHere(nda: NdaView): boolean {
  return nda.signatureMode !== 'remote' || turnOf(nda) === 'party1';
}
