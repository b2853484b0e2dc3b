import { useTranslation } from 'react-i18next';
import { useToast } from './use-toast.js';

/** Returns a function that shows a toast. The toast says that an action failed, and why it failed. */
export function useFailureToast(): (why: string) => void {
  const { t } = useTranslation();
  const { toast } = useToast();
  return (why) => toast({ tone: 'bad', title: t('errorTitle'), description: why });
}
