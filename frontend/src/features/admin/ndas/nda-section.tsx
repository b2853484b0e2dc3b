import type { NdaListItem } from '@siegel/contracts/admin/views';
import { lazy, useState } from 'react';
import { OnDemand } from '../../../components/on-demand.js';
import { Select } from '../../../components/select.js';
import { useTexts } from '../../../lib/use-texts.js';
import { ListSection } from '../lists/list-section.js';
import { ListTools } from '../lists/list-tools.js';
import { useSearchedList } from '../lists/use-searched-list.js';
import type { Address } from '../page/use-address.js';
import { NdaTable } from './nda-table.js';
import { NDA_SORTS, type NdaSort, useForgetNda, useNdas } from './ndas.js';
import { useErasing } from './use-erasing.js';
import { STATUSES } from './shown-status.js';

const EraseDialog = lazy(async () => ({ default: (await import('./erase-dialog.js')).EraseDialog }));

/** All NDAs except discarded and erased ones, twenty per page. */
export function NdaSection({ address }: { address: Address }) {
  const words = useTexts('admin', 'ndas');
  const list = useSearchedList(address, STATUSES);
  const sort = NDA_SORTS.find((one) => one === address.params.get('sort')) ?? '-created';
  const query = useNdas({ ...list.request, sort });
  const [erasing, addErasing] = useErasing();
  const [asking, setAsking] = useState<NdaListItem>();
  const forget = useForgetNda();
  return (
    <>
      <ListSection
        id="ndas"
        words={words}
        list={list}
        query={query}
        lines={['full', 'full', 'full', 'full', 'full', 'full']}
        tools={
          <ListTools list={list} words={words} statusWords={words.statuses}>
            <Order address={address} sort={sort} />
          </ListTools>
        }
      >
        {(rows) => <NdaTable items={rows} sort={sort} erasing={erasing} onErase={setAsking} />}
      </ListSection>
      <OnDemand open={asking !== undefined}>
        {asking !== undefined && (
          <EraseDialog
            nda={query.data?.items.find(({ id }) => id === asking.id) ?? asking}
            onClose={() => setAsking(undefined)}
            onErased={(fate) => {
              setAsking(undefined);
              if (fate === 'erasing') addErasing(asking.id);
              else forget(asking.id);
            }}
          />
        )}
      </OnDemand>
    </>
  );
}

function Order({ address, sort }: { address: Address; sort: NdaSort }) {
  const words = useTexts('admin', 'ndas');
  return (
    <Select
      aria-label={words.sort}
      value={sort}
      onChange={({ target }) =>
        address.change({ page: null, sort: target.value === '-created' ? null : target.value })
      }
    >
      {NDA_SORTS.map((one) => (
        <option key={one} value={one}>
          {one === 'created' ? words.oldestFirst : words.newestFirst}
        </option>
      ))}
    </Select>
  );
}
