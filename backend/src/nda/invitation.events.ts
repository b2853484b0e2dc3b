import type { AutomaticReminder } from '@siegel/contracts/limits';
import type { NewEvent } from '../eventsourcing/journal/event.js';

/**
 * What can be said of an NDA's invitation and of the parties' addresses; the other events are in nda.events.ts.
 * Times are ISO 8601 UTC.
 */

export type Party2Invited = NewEvent<
  'Party2Invited',
  {
    /** 1 to 3. */
    readonly invitation: number;
    readonly tokenHash: string;
    readonly expiresAt: string;
    readonly trigger: 'creator' | 'payment';
    /** What the link's token was made of; absent before links were sent. */
    readonly linkId?: string;
  }
>;
export type Party2AddressCorrected = NewEvent<
  'Party2AddressCorrected',
  {
    /** 2 or 3: the first is that of NdaCreated. */
    readonly address: number;
    /** Of the new token where an invitation is open. */
    readonly tokenHash: string | null;
    /** What that token was made of. */
    readonly linkId?: string;
  },
  { readonly party2Email: string; readonly previousEmail: string }
>;
export type Party1AddressCorrected = NewEvent<
  'Party1AddressCorrected',
  {
    /** 2 or 3: the first is that of NdaCreated. */
    readonly address: number;
  },
  { readonly party1Email: string; readonly previousEmail: string }
>;
/** The mail provider accepted an invitation. */
export type InvitationSent = NewEvent<
  'InvitationSent',
  {
    readonly invitation: number;
    readonly messageId: string;
    /** Where its days begin only now (rule:invitation-lasts-seven-days). */
    readonly expiresAt?: string;
    /** Number of the address, where it is not the present one any more. */
    readonly address?: number;
  }
>;
export type InvitationOpened = NewEvent<
  'InvitationOpened',
  {
    readonly invitation: number;
    readonly day: string;
    /** Keyed hash of the client's address: once per address and day (rule:link-used-is-evidence). */
    readonly visitor: string;
  }
>;
export type ReminderSent = NewEvent<
  'ReminderSent',
  {
    readonly invitation: number;
    readonly kind: 'manual' | AutomaticReminder;
    /** Manual ones over the NDA's life so far, this one included where it is one. */
    readonly manualCount: number;
  }
>;
export type RemindersDeclined = NewEvent<
  'RemindersDeclined',
  {
    /** Number of the address that is to get none. */
    readonly address: number;
  }
>;
export type InvitationCancelled = NewEvent<'InvitationCancelled', { readonly invitation: number }>;
export type InvitationExpired = NewEvent<'InvitationExpired', { readonly invitation: number }>;
