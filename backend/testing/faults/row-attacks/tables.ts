import type { Pool, PoolClient } from 'pg';

/** A row as JSON. PostgreSQL can restore every value of the row from its JSON form. */
export type Image = Readonly<Record<string, unknown>>;

export interface Column {
  readonly name: string;
  /** PostgreSQL's own name of the type, such as `jsonb`, `uuid` or `_text` (an array of texts). */
  readonly type: string;
}

/** A table as `information_schema` describes it. */
export interface Table {
  /** Name with its schema. */
  readonly name: string;
  /** Columns, except those that PostgreSQL computes. */
  readonly columns: readonly Column[];
  /** Columns of the primary key. */
  readonly key: readonly string[];
}

/** The schema in which the test stores every image of every row. */
const SPY = 'spy';

/** Returns every table of the database, so that a new table is attacked automatically. */
export async function tablesOf(pool: Pool): Promise<Table[]> {
  const { rows } = await pool.query<{ name: string; columns: Column[]; key: string[] }>(
    `SELECT quote_ident(t.table_schema) || '.' || quote_ident(t.table_name) AS name,
       (SELECT jsonb_agg(jsonb_build_object('name', c.column_name, 'type', c.udt_name) ORDER BY c.ordinal_position)
        FROM information_schema.columns c
        WHERE (c.table_schema, c.table_name) = (t.table_schema, t.table_name) AND c.is_generated = 'NEVER') AS columns,
       coalesce((SELECT jsonb_agg(k.column_name ORDER BY k.ordinal_position)
        FROM information_schema.table_constraints p
        JOIN information_schema.key_column_usage k USING (constraint_schema, constraint_name)
        WHERE p.constraint_type = 'PRIMARY KEY'
          AND (p.table_schema, p.table_name) = (t.table_schema, t.table_name)), '[]') AS key
     FROM information_schema.tables t
     WHERE t.table_type = 'BASE TABLE' AND t.table_schema NOT IN ('pg_catalog', 'information_schema', '${SPY}')
     ORDER BY 1`,
  );
  return rows;
}

/** From now on, stores every image of every row in these tables. */
export async function spyOn(pool: Pool, tables: readonly Table[]): Promise<void> {
  await pool.query(`
    CREATE SCHEMA ${SPY};
    CREATE TABLE ${SPY}.images (number bigserial, name text NOT NULL, image jsonb NOT NULL);
    CREATE FUNCTION ${SPY}.keep() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        INSERT INTO ${SPY}.images (name, image) VALUES (TG_ARGV[0], to_jsonb(NEW));
        RETURN NULL;
      END $$`);
  for (const { name } of tables)
    await pool.query(
      `CREATE TRIGGER spy_keep AFTER INSERT OR UPDATE ON ${name} FOR EACH ROW EXECUTE FUNCTION ${SPY}.keep('${name}')`,
    );
}

/**
 * All images that the rows of each table have had, by the table's name. Equal images of a table occur only
 * once. The oldest image comes first.
 */
export type History = ReadonlyMap<string, readonly Image[]>;

/** Stops storing images, removes all traces from the database, and returns the images. */
export async function endSpying(pool: Pool, tables: readonly Table[]): Promise<History> {
  const { rows } = await pool.query<{ name: string; images: Image[] }>(
    `SELECT name, jsonb_agg(image ORDER BY number) AS images
     FROM (SELECT name, image, min(number) AS number FROM ${SPY}.images GROUP BY name, image) AS each GROUP BY name`,
  );
  for (const { name } of tables) await pool.query(`DROP TRIGGER spy_keep ON ${name}`);
  await pool.query(`DROP SCHEMA ${SPY} CASCADE`);
  return new Map(rows.map(({ name, images }) => [name, images]));
}

export async function presentImages(pool: Pool, { name }: Table): Promise<Image[]> {
  const { rows } = await pool.query<{ image: Image }>(`SELECT to_jsonb(t) AS image FROM ${name} t`);
  return rows.map(({ image }) => image);
}

/** Returns the values of the primary key, or the values of the whole row if the table has no primary key. */
export const keyOf = ({ key, columns }: Table, image: Image): Image =>
  Object.fromEntries(
    (key.length > 0 ? key : columns.map(({ name }) => name)).map((name) => [name, image[name]]),
  );

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export interface Exchanged {
  readonly gone: readonly Image[];
  readonly put: readonly Image[];
  /** If true, a row of `put` is skipped if an existing row has the same value in a unique column. */
  readonly beside?: boolean;
  /** True to try the exchange and roll it back. */
  readonly onlyTried?: boolean;
}

/** Deletes the rows with the keys of `gone` and inserts `put`, in one transaction. */
export async function exchange(
  pool: Pool,
  table: Table,
  { gone, put, beside = false, onlyTried = false }: Exchanged,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const image of gone) await remove(client, table, image);
    for (const image of put) await insert(client, table, image, beside ? 'ON CONFLICT DO NOTHING' : '');
    await client.query(onlyTried ? 'ROLLBACK' : 'COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

async function remove(client: PoolClient, table: Table, image: Image): Promise<void> {
  const same = Object.keys(keyOf(table, image)).map((name) => `t."${name}" IS NOT DISTINCT FROM g."${name}"`);
  await client.query(
    `DELETE FROM ${table.name} t USING jsonb_populate_record(NULL::${table.name}, $1) g WHERE ${same.join(' AND ')}`,
    [JSON.stringify(image)],
  );
}

async function insert(client: PoolClient, table: Table, image: Image, onConflict: string): Promise<void> {
  const names = table.columns.map(({ name }) => `"${name}"`).join();
  await client.query(
    `INSERT INTO ${table.name} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${names} FROM jsonb_populate_record(NULL::${table.name}, $1) ${onConflict}`,
    [JSON.stringify(image)],
  );
}

/** The rows of a service that an attacker can read and change. */
export interface AttackableRows {
  present(table: Table): Promise<Image[]>;
  /** @throws an error with an SQLSTATE if the rows cannot be exchanged so */
  exchange(table: Table, exchanged: Exchanged): Promise<void>;
  query(statement: string): Promise<unknown>;
}
