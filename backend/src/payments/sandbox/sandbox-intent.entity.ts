import { Unique } from 'typeorm';
import {
  byDefault,
  entityOf,
  instant,
  integer,
  orNull,
  smallint,
  text,
  texts,
  uuid,
} from '../../platform/postgres/columns.js';

/**
 * The books of the sandbox provider. This table is not a read model: it replaces the books that a real
 * provider keeps itself.
 */
export const SandboxIntentEntity = entityOf('sandbox_payment_intents', ['id'], {
  id: text(),
  idempotencyKey: text(),
  ndaId: uuid,
  party: smallint(),
  attempt: integer,
  /** Cents. */
  amount: integer,
  currency: text(),
  status: text(),
  code: orNull(text()),
  tries: integer,
  /**
   * The code with which each card was refused, in the order in which the cards were entered; null for a card
   * that was not refused.
   */
  refusals: byDefault(() => "'{}'", texts),
  createdAt: instant,
});
Unique('sandbox_payment_intents_idempotency_key', ['idempotencyKey'])(SandboxIntentEntity);
