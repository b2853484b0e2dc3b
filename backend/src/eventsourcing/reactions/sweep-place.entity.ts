import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Up to where a sweep has looked in the round that it is in. */
@Entity({ name: 'sweep_places' })
export class SweepPlaceEntity {
  @PrimaryColumn({ name: 'sweep', type: 'text', primaryKeyConstraintName: 'sweep_places_pkey' })
  sweep: string;

  /** An id; null where a round begins. */
  @Column({ name: 'place', type: 'text', nullable: true })
  place: string | null;
}
