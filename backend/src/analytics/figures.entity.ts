import { bigint, entityOf, text } from '../platform/postgres/columns.js';
import { FIGURES_COLUMNS } from './figures-row.js';

/** No query searches these rows by NDA. Only the sums over the rows are read. */
export const NdaFiguresEntity = entityOf('nda_figures', ['id'], FIGURES_COLUMNS);

/**
 * Table `figure_sums`: the sums over all NDAs, updated together with the rows of `nda_figures`. `figures.ts`
 * lists their names.
 */
export const FigureSumEntity = entityOf('figure_sums', ['name', 'part'], {
  name: text(),
  part: text(),
  value: bigint,
});
