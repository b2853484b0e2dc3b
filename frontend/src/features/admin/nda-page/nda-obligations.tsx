import { OBLIGATION_PAGE_SIZE } from '@siegel/contracts/limits';
import { useTranslation } from 'react-i18next';
import { ObligationList } from '../obligations/obligation-list.js';
import { useObligations } from '../obligations/obligations.js';
import { Block } from '../page/block.js';
import { Loaded } from '../page/loaded.js';

/** Open obligations of one NDA. */
export function NdaObligations({ id, mayClose }: { id: string; mayClose: boolean }) {
  const { t } = useTranslation('admin');
  const query = useObligations({ ndaId: id, page: 1, pageSize: OBLIGATION_PAGE_SIZE });
  return (
    <Block id="owed" title={t('nda.owed')}>
      <Loaded query={query} failed={t('todo.failed')} lines={['most']}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-soft">{t('nda.nothingOwed')}</p>
          ) : (
            <ObligationList items={items} linked={false} mayClose={mayClose} />
          )
        }
      </Loaded>
    </Block>
  );
}
