import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../components/select.js';
import { SearchField } from '../lists/search-field.js';
import type { Address } from '../page/use-address.js';
import { STATES, type VouchersAsked } from './vouchers.js';

/** Search and state. A new question begins on its first page. */
export function VoucherTools({ address, asked }: { address: Address; asked: VouchersAsked }) {
  const { t } = useTranslation('admin');
  const { change, kept } = address;
  const onSearch = useCallback(
    (voucherSearch: string) => change({ voucherPage: null }, { ...kept, voucherSearch }),
    [change, kept],
  );
  return (
    <div className="list-tools">
      <SearchField
        label={t('vouchers.search')}
        placeholder={t('vouchers.searchHint')}
        value={asked.search}
        onSearch={onSearch}
      />
      <Select
        aria-label={t('vouchers.filter')}
        value={asked.status ?? ''}
        onChange={({ target }) =>
          change({ voucherPage: null, voucherStatus: target.value === '' ? null : target.value })
        }
      >
        <option value="">{t('vouchers.anyState')}</option>
        {STATES.map((state) => (
          <option key={state} value={state}>
            {t(`vouchers.states.${state}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}
