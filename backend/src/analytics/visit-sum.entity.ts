import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Table `visit_sums`: how many visits a day had, of those rows of `page_views` and `funnel_events` that are counted.
 * The others are counted by whoever asks, so that a sum and the rows beside it are always the whole.
 */
@Entity({ name: 'visit_sums' })
export class VisitSumEntity {
  /** `page` for views of pages, `step` for steps of the funnel. */
  @PrimaryColumn({ name: 'kind', type: 'text', primaryKeyConstraintName: 'visit_sums_pkey' })
  kind: string;

  /** In Europe/Berlin. */
  @PrimaryColumn({ name: 'day', type: 'date', primaryKeyConstraintName: 'visit_sums_pkey' })
  day: string;

  /** Of the page, or of the step. */
  @PrimaryColumn({ name: 'name', type: 'text', primaryKeyConstraintName: 'visit_sums_pkey' })
  name: string;

  @Column({ name: 'value', type: 'integer' })
  value: number;
}
