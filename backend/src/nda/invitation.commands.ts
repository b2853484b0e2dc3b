import type { ReminderSent } from './invitation.events.js';

/** What one may ask of an NDA's invitation and of the parties' addresses; the rest is in nda.commands.ts. */

export interface InviteParty2 {
  readonly type: 'InviteParty2';
  readonly tokenHash: string;
  /** Random; the token is made of it. */
  readonly linkId: string;
  readonly trigger: 'creator' | 'payment';
}
export interface CorrectParty2Address {
  readonly type: 'CorrectParty2Address';
  readonly party2Email: string;
  /** Of a new token, used where an invitation is open, and what it is made of. */
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
  /**
   * Hash of the token that the mail carried; where given, a mail whose link was replaced meanwhile does not
   * count as sent.
   */
  readonly tokenHash?: string;
  /** Number of the address that the link went to, for a time when the state no longer knows any link. */
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
/** `address`: number of the address that the link to decline went to. */
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
