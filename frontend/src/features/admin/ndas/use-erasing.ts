import { POLL_FINISH_MS } from '@siegel/contracts/limits';
import { useQuery } from '@tanstack/react-query';
import type { ObligationView, Page } from '@siegel/contracts/admin/views';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/use-toast.js';
import { api } from '../../../lib/api.js';
import { useForgetNda } from './ndas.js';

const DESTRUCTION = 'key-destruction';

/**
 * NDAs whose key is still being destroyed: the obligation to do so says until when (rule:obligations).
 * @returns their ids, and what adds one
 */
export function useErasing(): readonly [ids: readonly string[], add: (id: string) => void] {
  const { t } = useTranslation('admin');
  const { toast } = useToast();
  const forget = useForgetNda();
  const [ids, setIds] = useState<readonly string[]>([]);
  const [id] = ids;
  const { data } = useQuery({
    queryKey: ['/api/admin/obligations', DESTRUCTION, id],
    queryFn: ({ signal }) =>
      api.get<Page<ObligationView>>(`/api/admin/obligations?kind=${DESTRUCTION}&ndaId=${id}`, { signal }),
    enabled: id !== undefined,
    refetchInterval: POLL_FINISH_MS,
  });
  const isGone = id !== undefined && data?.total === 0;
  useEffect(() => {
    if (!isGone) return;
    setIds((before) => before.filter((one) => one !== id));
    toast({ tone: 'ok', title: t('erase.done') });
    forget(id);
  }, [isGone, id, forget, toast, t]);
  return [ids, (added) => setIds((before) => [...before, added])];
}
