import { columnNames } from '../platform/postgres/columns.js';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf } from '../nda/nda.events.js';
import { COUNTED_EVENTS, figuresAfter, summandsOf } from './figures.js';
import { FIGURES_COLUMNS, type FiguresRow } from './figures-row.js';

/** The projection that stores the counted facts of each NDA and the sums over all NDAs. */
export const figuresProjection: Projection<FiguresRow, NdaEvent> = {
  name: 'figures',
  version: 2,
  table: 'nda_figures',
  columns: columnNames(FIGURES_COLUMNS),
  streamPrefix: NDA_STREAM_PREFIX,
  only: COUNTED_EVENTS,
  sums: { table: 'figure_sums', of: summandsOf },
  id: (event) => ndaIdOf(event.stream),
  fold: figuresAfter,
};
