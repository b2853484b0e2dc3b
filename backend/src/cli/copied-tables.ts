import type { Client } from 'pg';

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Names of the tables to which this table's foreign keys refer. */
  readonly refersTo: readonly string[];
}

/** SQL condition that is true if the schema `n` is not one of PostgreSQL's own. */
export const OURS = `n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'`;

export async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name, array_agg(quote_ident(a.attname) ORDER BY a.attname) AS columns,
      ARRAY(SELECT format('%I.%I', rn.nspname, r.relname) FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
        JOIN pg_namespace rn ON rn.oid = r.relnamespace WHERE k.conrelid = c.oid AND k.contype = 'f') AS "refersTo"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND ${OURS} AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.oid, n.nspname, c.relname ORDER BY 1`);
  return rows;
}

/**
 * Sorts the tables so that each table comes after the tables to which it refers. (To copy in any order, one
 * would need `session_replication_role`, which managed databases grant to nobody.)
 */
export function referredFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const begun = new Set<string>();
  const add = (table: Table): void => {
    if (begun.has(table.name)) return;
    begun.add(table.name);
    for (const one of tables) if (table.refersTo.includes(one.name)) add(one);
    sorted.push(table);
  };
  for (const table of tables) add(table);
  return sorted;
}
