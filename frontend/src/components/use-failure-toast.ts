import { useTranslation } from 'react-i18next';
import { useToast } from './use-toast.js';

/** Shows a toast that an act failed, and why. */
export function useFailureToast(): (why: string) => void {
  const { t } = useTranslation();
  const { toast } = useToast();
  return (why) => toast({ tone: 'bad', title: t('errorTitle'), description: why });
}
