import type { Party } from '@siegel/contracts/enums';
import type { InviteInfoView, NdaView } from '@siegel/contracts/nda/view';
import { api } from '../../lib/api.js';

const of = (ndaId: string, call: string): string => `/api/ndas/${ndaId}/${call}`;

export const invite = (ndaId: string): Promise<InviteInfoView> =>
  api.post(of(ndaId, 'initiate-remote-signature'));

/** Two calls within a minute send only one reminder. */
export const remind = (ndaId: string): Promise<InviteInfoView> => api.post(of(ndaId, 'resend-remote-invite'));

export const cancel = (ndaId: string): Promise<NdaView> => api.post(of(ndaId, 'cancel-remote-invite'));

export const correctAddress = (ndaId: string, party: Party, email: string): Promise<NdaView> =>
  party === 1
    ? api.patch(of(ndaId, 'party1-email'), { party1Email: email })
    : api.patch(of(ndaId, 'party2-email'), { party2Email: email });

/** Makes the server mail the link to Party 1's address. */
export const askForContinueLink = (ndaId: string): Promise<void> => api.post(of(ndaId, 'continue-link'));

export const endOtherAccess = (ndaId: string): Promise<NdaView> => api.post(of(ndaId, 'end-other-access'));
