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
 * The payment intents of the sandbox. This table is not a read model. It stores what a real provider would
 * store on its own servers.
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
   * One code for each card, in the order in which the cards were entered. The code says why the card was
   * refused; null if it was not refused.
   */
  refusals: byDefault(() => "'{}'", texts),
  createdAt: instant,
});
Unique('sandbox_payment_intents_idempotency_key', ['idempotencyKey'])(SandboxIntentEntity);
