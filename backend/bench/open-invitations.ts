import { INVITATION_DAYS, DAY_MS } from '@siegel/contracts/limits';
import { createHash } from 'node:crypto';
import type { Infrastructure } from '#src/app/infrastructure';
import { NO_HASH } from '#src/eventsourcing/journal/chain';
import type { NdaEvent } from '#src/nda/nda.events';
import { newLinkId } from '#src/vault/link-tokens';
import { contextNow, trueNda, type TrueNda } from './true-ndas.js';

const WRITERS = 32;
const CREATOR = createHash('sha256').update('invitations').digest('hex');

const invited = ({ id, acts }: TrueNda): NdaEvent[] => [
  acts.created,
  acts.signed,
  ...acts.paying,
  {
    type: 'Party2Invited',
    open: {
      invitation: 1,
      tokenHash: createHash('sha256').update(id).digest('hex'),
      linkId: newLinkId(),
      expiresAt: new Date(Date.now() + INVITATION_DAYS * DAY_MS).toISOString(),
      trigger: 'payment',
    },
  },
  { type: 'InvitationSent', open: { invitation: 1, messageId: `sent-${id}` } },
];

/** Writes agreements through the journal that wait for Party 2, whose mail was accepted; nobody has their links. */
export async function writeOpenInvitations({ journal }: Infrastructure, count: number): Promise<void> {
  let left = count;
  const write = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const nda = trueNda(CREATOR);
      await journal.append(
        { stream: nda.stream, revision: -1, hash: NO_HASH, at: null },
        invited(nda),
        contextNow(),
      );
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}
