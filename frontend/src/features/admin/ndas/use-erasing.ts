import { POLL_FINISH_MS } from '@siegel/contracts/limits';
import { useQuery } from '@tanstack/react-query';
import type { ObligationView, Page } from '@siegel/contracts/admin/views';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toasts } from '../../../components/toast-store.js';
import { api } from '../../../lib/api.js';
import { useForgetNda } from './ndas.js';

const DESTRUCTION = 'key-destruction';

/**
 * Holds the ids of NDAs whose keys are still being destroyed. While an NDA's key is being destroyed, the
 * server has an obligation to destroy the key. Polls the obligation of the first NDA until that obligation is
 * gone, then continues with the next NDA (rule:obligations).
 * @returns the ids, and a function that adds an id
 */
export function useErasing(): readonly [ids: readonly string[], add: (id: string) => void] {
  const { t } = useTranslation('admin');
  const forget = useForgetNda();
  const [ids, setIds] = useState<readonly string[]>([]);
  const [id] = ids;
  useQuery({
    // The query key differs from the keys of the obligation lists, because `forget` below fetches those lists
    // again.
    queryKey: [DESTRUCTION, id],
    queryFn: async ({ signal }) => {
      const address = `/api/admin/obligations?kind=${DESTRUCTION}&ndaId=${id}`;
      const { total } = await api.get<Page<ObligationView>>(address, { signal });
      if (total === 0 && id !== undefined) {
        setIds((before) => before.filter((one) => one !== id));
        toasts.show({ tone: 'ok', title: t('erase.done') });
        forget(id);
      }
      return total;
    },
    enabled: id !== undefined,
    refetchInterval: POLL_FINISH_MS,
  });
  return [ids, (added) => setIds((before) => [...before, added])];
}
