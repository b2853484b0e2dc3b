import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row that its projection deleted, and up to which revision of its stream that holds. */
@Entity({ name: 'projection_tombstones' })
export class ProjectionTombstoneEntity {
  @PrimaryColumn({ name: 'projection', type: 'text', primaryKeyConstraintName: 'projection_tombstones_pkey' })
  projection: string;

  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'projection_tombstones_pkey' })
  id: string;

  @Column({ name: 'revision', type: 'integer' })
  revision: number;
}
