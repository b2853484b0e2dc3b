/**
 * Tables that are not attacked because their rows may be trusted, by name. Each entry says what a changed row
 * would achieve. Adding an entry is a design decision (rule:rows-decide-nothing).
 */
export const EXEMPT: Readonly<Record<string, string>> = {
  'public.sandbox_payment_intents': 'it is the provider of the default set-up: a changed row is a payment',
  'public.rate_limits': 'limits that are reset: argon2 and the ceilings of providers remain',
  'public.login_attempts': 'guesses that are not counted: argon2 remains',
  'public.tampered_streams': 'it only tells people: its rows are verified again each minute',
  'public.accepted_mails': 'a second copy of a mail, or a wait of ten minutes',
};

/**
 * Tables that have no row in the test's world, so none of their rows is attacked. Adding an entry is a design
 * decision, as it is for `EXEMPT`. When you add a table to the service, add rows in `world.ts`, or add the
 * table's name and the reason here.
 */
export const EMPTY: Readonly<Record<string, string>> = {
  'public.erasure_list_places': 'a start writes them, so that they are attacked through starts alone',
  'public.handled_mail_reports': 'SendGrid reports, and the mailbox is the mail provider of the test',
  'public.log_forks': 'a fork needs an event that somebody removed',
  'public.log_pass': 'its row has a MAC, and a changed one is reported (proof/endless/endless-pass.spec.ts)',
  'public.missing_keys': 'keys that a start or a rebuild misses: they are counted for a warning',
  'public.sweep_places': 'a sweep keeps its place where it found more than it looks at once',
  'public.write_probe': 'whoever asks for readiness writes it: it holds a time alone',
};
