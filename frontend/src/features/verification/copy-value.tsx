import { CopyIcon } from '@phosphor-icons/react/dist/csr/Copy';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/use-toast.js';
import { copyText } from '../../lib/clipboard.js';

export interface CopyValueProps {
  /** Value on the screen, which may be shortened. */
  shown: string;
  /** Value for the clipboard. */
  value: string;
  label: string;
}

export function CopyValue({ shown, value, label }: CopyValueProps) {
  const { t } = useTranslation(['verification', 'common']);
  const { toast } = useToast();
  const copy = async () => {
    const copied = await copyText(value);
    // If the browser cannot copy, a toast shows the whole value.
    toast(
      copied
        ? { tone: 'ok', title: t('copied') }
        : { tone: 'bad', title: t('copyFailed'), description: value },
    );
  };
  return (
    <span className="copy-value">
      <span className="text-mono">{shown}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        onClick={() => void copy()}
      >
        <CopyIcon size={18} aria-hidden="true" />
      </button>
    </span>
  );
}
