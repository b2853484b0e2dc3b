import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A row that its projection deleted, and up to which revision of its stream that holds. */
@Entity({ name: 'projection_tombstones' })
@Index('projection_tombstones_not_done', ['projection', 'id'], { where: 'NOT done' })
export class ProjectionTombstoneEntity {
  @PrimaryColumn({ name: 'projection', type: 'text', primaryKeyConstraintName: 'projection_tombstones_pkey' })
  projection: string;

  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'projection_tombstones_pkey' })
  id: string;

  @Column({ name: 'revision', type: 'integer' })
  revision: number;

  /** Always true: what a deletion still owes is in the row of the agreement or the voucher. */
  @Column({ name: 'done', type: 'boolean', default: false })
  done: boolean;
}
