import {
  boolean,
  type Columns,
  instant,
  integer,
  jsonb,
  orNull,
  type RowOf,
  uuid,
} from '../eventsourcing/projections/columns.js';
import type { NdaState } from '../nda/nda.state.js';

/** What of an NDA's state says what is due when. Nothing personal. */
export interface InvitationStanding
  extends Pick<
    NdaState,
    | 'mode'
    | 'party1PaysForBoth'
    | 'party2'
    | 'invitation'
    | 'invitations'
    | 'addresses'
    | 'declinedAddresses'
    | 'lastMail'
  > {
  /** Cents that count for Party 1. */
  readonly covered: number;
}

/**
 * Table `invitations`: what an NDA that is signed by link waits for. A projection, rebuilt from events at will;
 * NDAs that are signed in person have no row.
 */
export const INVITATION_COLUMNS = {
  /** Of the NDA. */
  id: uuid,
  revision: integer,
  /**
   * When something is due next, as of the row's last event or of the last look at it; null while nothing waits for
   * its time.
   */
  dueAt: orNull(instant),
  /** Paid, and Party 2 is still to be invited. */
  inviteOwed: boolean,
  standing: jsonb<InvitationStanding>(),
} as const satisfies Columns;

export interface InvitationRow extends RowOf<typeof INVITATION_COLUMNS> {}
