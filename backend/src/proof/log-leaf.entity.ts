import { bigint, bytea, entityOf, integer, text } from '../platform/postgres/columns.js';

/**
 * A leaf of the tree over the log (rule:log-is-checkpointed). Never changed, never removed: also not where the event
 * is no longer in the log.
 */
export const LogLeafEntity = entityOf(
  'log_leaves',
  ['place'],
  {
    /** In the tree, counted from 0 and without gaps. */
    place: bigint,
    /** SHA-256, 32 bytes. */
    eventHash: bytea,
    /** Of the event as it was met, to find it again; the tree is over hashes alone. */
    stream: text(),
    revision: integer,
  },
  [
    { name: 'log_leaves_event_hash', on: ['eventHash'], unique: true },
    { name: 'log_leaves_stream', on: ['stream', 'revision'] },
  ],
);
