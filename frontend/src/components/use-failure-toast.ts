import { useTranslation } from 'react-i18next';
import { useToast } from './use-toast.js';

/** Returns a function that shows a toast which says that an action failed, and why. */
export function useFailureToast(): (why: string) => void {
  const { t } = useTranslation();
  const { toast } = useToast();
  return (why) => toast({ tone: 'bad', title: t('errorTitle'), description: why });
}
