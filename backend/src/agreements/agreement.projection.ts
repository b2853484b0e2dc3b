import type { Party } from '@siegel/contracts/enums';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { columnNames } from '../platform/postgres/columns.js';
import { NOT_LOADED, type Projection } from '../eventsourcing/projections/projection.js';
import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf } from '../nda/nda.events.js';
import { initialNda, type NdaState } from '../nda/nda.state.js';
import type { Obligations } from '../nda/obligations.state.js';
import { owedUntil } from '../nda/owed-mails.js';
import { nextDue } from '../nda/rules/due-act.js';
import { invitationIsOwed } from '../nda/rules/invitation.js';
import { openIntents } from '../nda/rules/payment.js';
import { isDeliveryOwed } from '../nda/rules/recipients.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { type Agreement, agreementAfter, NO_AGREEMENT } from './agreement.js';
import { AGREEMENT_COLUMNS, type AgreementRow } from './agreement-row.js';

/** The `open_until` of an obligation without an end. */
const FOR_EVER = '9999-12-31T00:00:00.000Z';

const openUntil = ({ open }: Obligations): string | null =>
  open
    .map(({ until }) => until ?? FOR_EVER)
    .toSorted()
    .at(-1) ?? null;

const PARTIES: readonly Party[] = [1, 2];

/**
 * Returns the state from which the columns are derived. If this version of the service does not know the
 * event that created the agreement, the columns show that nothing is owed, whatever events follow. They still
 * show an erasure and a legal hold, because erasure and hold decide whether the key is destroyed. They also
 * show the links. A link may find such an agreement, because the search by link checks every agreement
 * against its stream.
 */
const dueOf = (state: NdaState): NdaState => {
  if (state.id !== '') return state;
  const { revision, lastAt, erasedAt, keyDestroyedAt, legalHoldSince, issuedLinks } = state;
  return { ...initialNda, revision, lastAt, erasedAt, keyDestroyedAt, legalHoldSince, issuedLinks };
};

/** Returns the columns that SQL conditions and indexes use. @param beganAt time of the first event */
const columnsOf = (id: string, state: NdaState, beganAt: string) => ({
  id,
  revision: state.revision,
  status: state.status,
  discarded: state.discarded,
  createdAt: beganAt,
  completedAt: state.completedAt,
  lastPartyActAt: state.lastPartyActAt === '' ? beganAt : state.lastPartyActAt,
  lastAt: state.lastAt,
  erasedAt: state.erasedAt,
  keyDestroyedAt: state.keyDestroyedAt,
  legalHoldSince: state.legalHoldSince,
  chain: state.chain === '' ? null : state.chain,
  replaces: state.replaces,
  party1OrderNumber: orderNumber(id, 1),
  party2OrderNumber: orderNumber(id, 2),
  creatorKeyHashes: state.creatorKeyHashes,
  tokenHashes: state.issuedLinks.map(({ tokenHash }) => tokenHash),
  deliveryOwed: isDeliveryOwed(state),
  mailOwedUntil: owedUntil(state.owedMails),
  openUntil: openUntil(state.obligations),
  obligationIds: [...new Set([...state.obligations.open.map(({ id: of }) => of), ...state.obligations.over])],
  intentsOpenOf: PARTIES.filter((party) => openIntents(state, party).length > 0),
  inviteOwed: invitationIsOwed(state),
  dueAt: nextDue(state, state.lastAt),
});

/**
 * Returns the row after one more event. If the event has no sealed part and is not an erasure, `before` comes
 * without the bulky column `sealed`, and this column is not written.
 */
function rowAfter(row: AgreementRow | undefined, event: Recorded<NdaEvent>): AgreementRow {
  const before: Agreement = row ?? NO_AGREEMENT;
  const isLight = (before.sealed as unknown) === NOT_LOADED;
  const { state, sealed } = agreementAfter(before, event);
  return {
    ...columnsOf(ndaIdOf(event.stream), dueOf(state), row?.createdAt ?? event.at),
    state,
    sealed: isLight ? before.sealed : sealed,
    hash: event.hash,
    mac: '',
  };
}

/** Name of the projection, of its checkpoint and of its table. */
export const AGREEMENTS = 'ndas';

/**
 * One row per agreement, including erased ones. The fold is the decider's own `evolve`. The columns are
 * derived from the folded state.
 */
export const agreementProjection: Projection<AgreementRow, NdaEvent> = {
  name: AGREEMENTS,
  version: 14,
  table: AGREEMENTS,
  columns: columnNames(AGREEMENT_COLUMNS),
  bulky: ['sealed'],
  changesBulky: ({ type, sealed }) => sealed !== undefined || type === 'NdaErased',
  takesUnknown: true,
  streamPrefix: NDA_STREAM_PREFIX,
  id: (event) => ndaIdOf(event.stream),
  fold: (row, event) => (row === undefined && event.unknown ? undefined : rowAfter(row, event)),
};

/**
 * Columns that the MAC does not cover directly. `dueAt` changes without an event. `sealed` is not always
 * loaded, so the MAC covers a digest of it.
 */
const OUTSIDE_OF_MAC: readonly (keyof AgreementRow)[] = ['dueAt', 'sealed', 'mac'];

/**
 * Returns the projection with a backend's keys. With these keys, the projection continues a fold only from a
 * row that it can verify (rule:rows-fold-on).
 */
export const agreementsProjection = ({
  keyedHash,
  tampering,
}: {
  readonly keyedHash: KeyedHash;
  readonly tampering: Tampering;
}): Projection<AgreementRow, NdaEvent> => ({
  ...agreementProjection,
  rowVerification: {
    outside: OUTSIDE_OF_MAC,
    mac: (text) => keyedHash.of('row', text),
    changed: (id) => tampering.found('row', { table: AGREEMENTS, id }),
  },
});
