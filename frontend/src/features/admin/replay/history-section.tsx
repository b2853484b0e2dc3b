import { useTexts } from '../../../lib/use-texts.js';
import { ListSection } from '../lists/list-section.js';
import { ListTools } from '../lists/list-tools.js';
import { useSearchedList } from '../lists/use-searched-list.js';
import { STATUSES } from '../ndas/shown-status.js';
import type { Address } from '../page/use-address.js';
import { HistoryTable } from './history-table.js';
import { useHistories } from './replay.js';

const STATES = [...STATUSES, 'erased'] as const;

/** The histories of all NDAs, including erased ones, twenty per page. */
export function HistorySection({ address }: { address: Address }) {
  const words = useTexts('replay', 'list');
  const statusWords = useTexts('admin', 'ndas.statuses');
  const list = useSearchedList(address, STATES);
  return (
    <ListSection
      id="histories"
      words={words}
      list={list}
      query={useHistories(list.request)}
      lines={['full', 'full', 'full', 'full', 'full']}
      tools={<ListTools list={list} words={words} statusWords={{ ...statusWords, erased: words.erased }} />}
    >
      {(rows) => <HistoryTable items={rows} />}
    </ListSection>
  );
}
