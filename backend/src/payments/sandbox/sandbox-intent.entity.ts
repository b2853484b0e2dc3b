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
 * The sandbox provider's own books. It is not a read model: it stands for what a real provider keeps on its
 * side.
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
  /** How each card was refused, in the order in which they were entered; null of one that was not. */
  refusals: byDefault(() => "'{}'", texts),
  createdAt: instant,
});
Unique('sandbox_payment_intents_idempotency_key', ['idempotencyKey'])(SandboxIntentEntity);
