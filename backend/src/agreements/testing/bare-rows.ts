/**
 * Returns SQL that inserts rows into `ndas`. A SELECT supplies the given columns; all other columns get
 * defaults.
 * @param columns names, in the order of the SELECT; must include `id`
 */
export function bareRows(columns: readonly string[], select: string): string {
  const others = Object.entries(BARE).filter(([name]) => !columns.includes(name));
  const names = [...columns, ...others.map(([name]) => name)];
  return `INSERT INTO ndas (${names.join(', ')})
    SELECT ${['given.*', ...others.map(([, value]) => value)].join(', ')} FROM (${select}) given`;
}

const BARE = {
  revision: '0',
  status: "'draft'",
  discarded: 'false',
  created_at: "'2026-01-01T00:00:00Z'::timestamptz",
  last_party_act_at: "'2026-01-01T00:00:00Z'::timestamptz",
  last_at: "'2026-01-01T00:00:00Z'::timestamptz",
  party1_order_number: "''",
  party2_order_number: "''",
  creator_key_hashes: "'[]'::jsonb",
  token_hashes: "'[]'::jsonb",
  delivery_owed: 'false',
  obligation_ids: "'[]'::jsonb",
  intents_open_of: "'[]'::jsonb",
  invite_owed: 'false',
  state: "'{}'::jsonb",
  sealed: "'{}'::jsonb",
  hash: "''",
  mac: "''",
} as const;
