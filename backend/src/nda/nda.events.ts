import type { OpenTerm, RecordedTerms, SealedTerm } from '@siegel/contracts/nda/term-fields';
import type { EventOf } from '../eventsourcing/journal/event.js';
import type { ndaEvents } from './nda.registry.js';

type Events = typeof ndaEvents;

export interface NdaTermsOpen extends RecordedTerms<OpenTerm> {}
export interface NdaPersonal extends RecordedTerms<SealedTerm> {}

export type NdaEvent = EventOf<Events>;
export type NdaCreated = EventOf<Events, 'NdaCreated'>;
export type Party1Signed = EventOf<Events, 'Party1Signed'>;
export type SigningMadeRemote = EventOf<Events, 'SigningMadeRemote'>;
export type SigningMadeInPerson = EventOf<Events, 'SigningMadeInPerson'>;
export type Party2Signed = EventOf<Events, 'Party2Signed'>;
export type NoticeSent = EventOf<Events, 'NoticeSent'>;
export type DocumentSealed = EventOf<Events, 'DocumentSealed'>;
export type DeliveryFailed = EventOf<Events, 'DeliveryFailed'>;
export type MailFailed = EventOf<Events, 'MailFailed'>;
export type ObligationClosed = EventOf<Events, 'ObligationClosed'>;
export type NdaErased = EventOf<Events, 'NdaErased'>;
export type NdaKeyDestroyed = EventOf<Events, 'NdaKeyDestroyed'>;

export const NDA_STREAM_PREFIX = 'nda-';
export const ndaStream = (id: string): string => `${NDA_STREAM_PREFIX}${id}`;
export const ndaIdOf = (stream: string): string => stream.slice(NDA_STREAM_PREFIX.length);
