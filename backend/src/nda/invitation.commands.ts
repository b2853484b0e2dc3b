import type { InvitationFate, ReminderSent } from './invitation.events.js';

/** The commands about an NDA's invitation and the parties' addresses; the others are in nda.commands.ts. */

export interface InviteParty2 {
  readonly type: 'InviteParty2';
  readonly tokenHash: string;
  /** A random id from which the token is derived. */
  readonly linkId: string;
  readonly trigger: 'creator' | 'payment';
}
export interface CorrectParty2Address {
  readonly type: 'CorrectParty2Address';
  readonly party2Email: string;
  /**
   * Hash of a new token, and the id from which the token is derived. Both are used only if an invitation is
   * open.
   */
  readonly tokenHash: string;
  readonly linkId: string;
}
export interface CorrectParty1Address {
  readonly type: 'CorrectParty1Address';
  readonly party1Email: string;
}
export interface RecordInvitationSent {
  readonly type: 'RecordInvitationSent';
  readonly invitation: number;
  readonly messageId: string;
  readonly fate: InvitationFate;
  /**
   * Hash of the token in the mail. If the hash is given and the mail's link has been replaced, the mail does
   * not count as the sent invitation.
   */
  readonly tokenHash?: string;
  /** Number of the address that the link went to. Used after an erasure, when the state knows no link. */
  readonly address?: number;
}
export interface OpenInvitation {
  readonly type: 'OpenInvitation';
  readonly tokenHash: string;
  readonly day: string;
  readonly visitor: string;
}
export interface RemindParty2 {
  readonly type: 'RemindParty2';
  readonly kind: ReminderSent['open']['kind'];
}
/** `address`: number of the address to which the link to decline was sent. */
export interface DeclineReminders {
  readonly type: 'DeclineReminders';
  readonly address: number;
}
export interface CancelInvitation {
  readonly type: 'CancelInvitation';
}
export interface ExpireInvitation {
  readonly type: 'ExpireInvitation';
}
