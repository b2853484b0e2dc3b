import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Root of a complete subtree of the tree over the log: of every fourth level (stored-tree.ts). Never changed. */
@Entity({ name: 'log_nodes' })
export class LogNodeEntity {
  @PrimaryColumn({ name: 'level', type: 'smallint', primaryKeyConstraintName: 'log_nodes_pkey' })
  level: number;

  @PrimaryColumn({ name: 'place', type: 'bigint', primaryKeyConstraintName: 'log_nodes_pkey' })
  place: string;

  @Column({ name: 'hash', type: 'bytea' })
  hash: Buffer;
}
