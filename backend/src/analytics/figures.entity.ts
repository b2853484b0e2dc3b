import { bigint, entityOf, text } from '../platform/postgres/columns.js';
import { FIGURES_COLUMNS } from './figures-row.js';

/** Rows are never queried by NDA: only the sums are read. */
export const NdaFiguresEntity = entityOf('nda_figures', ['id'], FIGURES_COLUMNS);

/**
 * Table `figure_sums`: the figures over all NDAs, kept beside the rows of `nda_figures` (`figures.ts` names
 * them).
 */
export const FigureSumEntity = entityOf('figure_sums', ['name', 'part'], {
  name: text(),
  part: text(),
  value: bigint,
});
