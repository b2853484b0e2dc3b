import { bigint, bytea, entityOf, integer, orNull, text } from '../platform/postgres/columns.js';

/**
 * A leaf of the tree over the log (rule:log-is-checkpointed). A leaf that a checkpoint covers is never
 * changed or removed, even if its event is no longer in the log. A leaf that no checkpoint covers yet can be
 * removed (`truncateTree`).
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
     * Stream and revision of the event at the time when the leaf was made. They are used to find the event.
     * The tree covers only the hashes.
     */
    stream: text(),
    revision: integer,
    /** MAC over the other columns (leaf-seals.ts). 20 bytes; null in a tree from before APPEND_KEY. */
    mac: orNull(bytea),
  },
  [
    { name: 'log_leaves_event_hash', on: ['eventHash'], unique: true },
    { name: 'log_leaves_stream', on: ['stream', 'revision'] },
    { name: 'log_leaves_records', on: ['stream', 'revision'], where: "stream LIKE 'trust-of-%'" },
  ],
);
