import type { NdaView } from '@siegel/contracts/nda/view';
import type { BoxSignature } from '../agreement/signature-boxes.js';
import { PartyCard } from './party-card.js';
import { boxSignature } from './read-agreement.js';
import { LinkCard } from './remote-part.js';
import type { Turn } from './turn.js';
import type { Signing } from './use-sign.js';
import { SignedFacts } from './signed-facts.js';

export interface PartyCardsProps {
  nda: NdaView;
  turn: Turn;
  turnAtStart: Turn;
  mayBeSigned: boolean;
  /** True if Party 2 signs through a link. */
  remote: boolean;
  signing: Signing;
}

const asCard = (box: BoxSignature | null) => (box === null ? null : { image: box.image, at: box.signedAt });

/** One card for each party: signed, open, or waiting. */
export function PartyCards({ nda, turn, turnAtStart, mayBeSigned, remote, signing }: PartyCardsProps) {
  const card = { agreementHash: nda.agreementHash, signing };
  const first = boxSignature(nda.party1Signature, nda.party1SignedAt);
  const second = boxSignature(nda.party2Signature, nda.party2SignedAt);
  return (
    <div className={turn === 'party2' ? 'party-cards party-cards-turn' : 'party-cards'}>
      <PartyCard
        {...card}
        party="1"
        name={nda.party1Name}
        signed={asCard(first)}
        fresh={turnAtStart === 'party1'}
        active={mayBeSigned && turn === 'party1'}
        folded={turn === 'party2'}
      />
      {remote && second === null ? (
        <LinkCard nda={nda} />
      ) : (
        <PartyCard
          {...card}
          party="2"
          afterParty1={turn === 'party1'}
          facts={turn === 'party2' ? <SignedFacts nda={nda} /> : undefined}
          name={nda.party2Name}
          signed={asCard(second)}
          fresh={turnAtStart !== 'both'}
          active={mayBeSigned && turn === 'party2'}
        />
      )}
    </div>
  );
}
