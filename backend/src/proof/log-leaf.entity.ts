import { bigint, bytea, entityOf, integer, text } from '../platform/postgres/columns.js';

/**
 * A leaf of the tree over the log (rule:log-is-checkpointed). Never changed, never removed, even if its event
 * is no longer in the log.
 */
export const LogLeafEntity = entityOf(
  'log_leaves',
  ['place'],
  {
    /** Place in the tree, counted from 0 and without gaps. */
    place: bigint,
    /** SHA-256, 32 bytes. */
    eventHash: bytea,
    /**
     * Stream and revision of the event when it was met: with them it can be found again. The tree covers only
     * hashes.
     */
    stream: text(),
    revision: integer,
  },
  [
    { name: 'log_leaves_event_hash', on: ['eventHash'], unique: true },
    { name: 'log_leaves_stream', on: ['stream', 'revision'] },
  ],
);
