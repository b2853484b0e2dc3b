import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mark in a list of erasures: this database knows all that stands before it, and has told it all that it knew. */
@Entity({ name: 'erasure_list_places' })
export class ListPlaceEntity {
  @PrimaryColumn({ name: 'mark', type: 'uuid', primaryKeyConstraintName: 'erasure_list_places_pkey' })
  mark: string;

  /** Of the list up to the end of the mark's line. */
  @Column({ name: 'bytes', type: 'bigint' })
  bytes: string;

  @Column({ name: 'lines', type: 'integer' })
  lines: number;

  /** Number of the newest destruction of this database that the list has. */
  @Column({ name: 'destruction', type: 'bigint' })
  destruction: string;

  @Column({ name: 'made_at', type: 'timestamp with time zone', default: () => 'now()' })
  madeAt: Date;
}
