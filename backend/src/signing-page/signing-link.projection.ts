import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf } from '../nda/nda.events.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { columnNames } from '../eventsourcing/projections/columns.js';
import { DELETED_AND_DONE, type Projection } from '../eventsourcing/projections/projection.js';
import { SIGNING_LINK_COLUMNS, type SigningLinkRow } from './signing-link-row.js';

function withToken(
  row: SigningLinkRow | undefined,
  event: Recorded<NdaEvent>,
  tokenHash: string,
): SigningLinkRow {
  const { revision } = event;
  if (row === undefined)
    return { id: ndaIdOf(event.stream), revision, tokenHashes: [tokenHash], usedAt: null };
  return {
    ...row,
    revision,
    tokenHashes: row.tokenHashes.includes(tokenHash) ? row.tokenHashes : [...row.tokenHashes, tokenHash],
  };
}

/**
 * From the hash of a link's token to its NDA, for every token that the NDA ever had. What a link still allows
 * is the stream's to say: a row that lags behind never opens anything.
 */
export const signingLinkProjection: Projection<SigningLinkRow, NdaEvent> = {
  name: 'signing-links',
  version: 1,
  table: 'signing_links',
  columns: columnNames(SIGNING_LINK_COLUMNS),
  streamPrefix: NDA_STREAM_PREFIX,
  only: ['NdaErased', 'Party2Invited', 'Party2AddressCorrected', 'Party2Signed'] satisfies NdaEvent['type'][],
  id: (event) => ndaIdOf(event.stream),
  fold: (row, event) => {
    if (event.type === 'NdaErased') return DELETED_AND_DONE;
    if (event.type === 'Party2Invited') return withToken(row, event, event.open.tokenHash);
    if (event.type === 'Party2AddressCorrected' && event.open.tokenHash !== null)
      return withToken(row, event, event.open.tokenHash);
    if (event.type === 'Party2Signed' && event.open.tokenHash !== null)
      return { ...withToken(row, event, event.open.tokenHash), usedAt: event.at };
    return undefined;
  },
};
