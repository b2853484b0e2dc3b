/** Only until 'An authenticated log': events, and the tree over them, prove themselves by a key from then on. */
const UNTIL_AUTHENTICATED = 'until An authenticated log';

/**
 * Tables whose rows may be believed, by name. A further one is a decision: each says what a changed row gets
 * (rule:rows-decide-nothing).
 */
export const EXEMPT: Readonly<Record<string, string>> = {
  'event_store.events': UNTIL_AUTHENTICATED,
  'public.log_leaves': UNTIL_AUTHENTICATED,
  'public.log_nodes': UNTIL_AUTHENTICATED,
  'public.log_checkpoints': UNTIL_AUTHENTICATED,
  'public.sandbox_payment_intents': 'it is the provider of the default set-up: a changed row is a payment',
  'public.rate_limits': 'limits that are reset: argon2 and the ceilings of providers remain',
  'public.login_attempts': 'guesses that are not counted: argon2 remains',
  'public.accepted_mails': 'a second copy of a mail, or a wait of ten minutes',
};
