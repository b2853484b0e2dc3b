import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { SignAsParty1, SignAsParty2 } from '../nda.commands.js';
import type {
  NdaEvent,
  Party1Signed,
  Party2Signed,
  SigningMadeInPerson,
  SigningMadeRemote,
} from '../nda.events.js';
import type { NdaState } from '../nda.state.js';

/**
 * Throws if Party 1 has not signed yet. The check does not rely on the screen (rule:party-1-signs-first).
 * @throws RuleBroken party1_must_sign_first
 */
export function requireParty1Signed(state: Pick<NdaState, 'party1'>): void {
  if (state.party1 === undefined) throw new RuleBroken('party1_must_sign_first');
}

/**
 * True if the client showed the party the text of this agreement, or does not say which text it showed.
 * @param seen hash of the text that the client showed
 */
export const isSameAgreement = (
  { agreementHash }: Pick<NdaState, 'agreementHash'>,
  seen: string | undefined,
): boolean => seen === undefined || seen === agreementHash;

/**
 * Throws if the party saw a different text from the one that it is about to sign
 * (rule:signed-is-what-was-seen).
 * @throws RuleBroken agreement_changed
 */
export function requireSameAgreement(state: Pick<NdaState, 'agreementHash'>, seen: string | undefined): void {
  if (!isSameAgreement(state, seen)) throw new RuleBroken('agreement_changed');
}

/**
 * True if the event names the image of a signature. The image must be stored before the event is appended. An
 * event that changes the mode names no image, because the first signature remains valid.
 */
export const namesAnImage = ({ type }: NdaEvent): boolean =>
  type === 'Party1Signed' || type === 'Party2Signed';

/**
 * When both parties sign in person, one fee covers sending the NDA to both parties. In remote mode, Party 1
 * pays for both parties unless it chooses otherwise (rule:one-fee-in-person).
 */
const paysForBothByDefault = (mode: 'in-person' | 'remote'): boolean => mode === 'remote';

/** Returns the event of Party 1's first signature. */
export function party1Signed(
  command: SignAsParty1 & { readonly signatureHash: string },
  state: NdaState,
): Party1Signed & Signed {
  const mode = command.mode ?? 'in-person';
  const party1PaysForBoth = command.party1PaysForBoth ?? paysForBothByDefault(mode);
  return {
    type: 'Party1Signed',
    open: { ...signedOpen(command, state), mode, party1PaysForBoth },
    personal: { signatureHash: command.signatureHash },
  };
}

/**
 * Returns the event for a change of mode or payer after Party 1's first signature. If the command lacks mode
 * or payer, the present value is kept.
 */
export function signingChanged(
  command: SignAsParty1,
  state: NdaState,
): SigningMadeRemote | SigningMadeInPerson {
  const isRemote = (command.mode ?? state.mode) === 'remote';
  const party1PaysForBoth = command.party1PaysForBoth ?? state.party1PaysForBoth;
  return { type: isRemote ? 'SigningMadeRemote' : 'SigningMadeInPerson', open: { party1PaysForBoth } };
}

/** Returns the event of Party 2's signature. */
export function party2Signed(command: SignAsParty2, state: NdaState): Party2Signed & Signed {
  const { channel, signatureHash } = command;
  return {
    type: 'Party2Signed',
    open: {
      ...signedOpen(command, state),
      channel: channel.kind,
      tokenHash: channel.kind === 'remote' ? channel.tokenHash : null,
    },
    personal: { signatureHash },
  };
}

type Signed = { readonly personal: { readonly signatureHash: string } };

const signedOpen = (command: SignAsParty1 | SignAsParty2, state: NdaState) => ({
  agreementCommitment: state.agreementCommitment,
  agreementHashConfirmed: command.agreementHash !== undefined,
  templateVersion: state.templateVersion,
  consentWording: command.consentWording,
  consentLanguage: command.consentLanguage ?? null,
  signatureKind: command.signatureKind ?? null,
});
