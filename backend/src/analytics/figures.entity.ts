import { Column, Entity, PrimaryColumn } from 'typeorm';
import { entityOf } from '../eventsourcing/projections/columns.js';
import { FIGURES_COLUMNS } from './figures-row.js';

/** Nobody looks for an NDA here: its sums are what is read. */
export const NdaFiguresEntity = entityOf('nda_figures', FIGURES_COLUMNS, []);

/** Table `figure_sums`: the figures of all NDAs, kept beside the rows of `nda_figures` (`figures.ts` names them). */
@Entity({ name: 'figure_sums' })
export class FigureSumEntity {
  @PrimaryColumn({ name: 'name', type: 'text', primaryKeyConstraintName: 'figure_sums_pkey' })
  name: string;

  @PrimaryColumn({ name: 'part', type: 'text', primaryKeyConstraintName: 'figure_sums_pkey' })
  part: string;

  @Column({ name: 'value', type: 'bigint' })
  value: string;
}
