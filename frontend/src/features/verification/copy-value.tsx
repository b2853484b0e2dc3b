import { CopyIcon } from '@phosphor-icons/react/dist/csr/Copy';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/use-toast.js';
import { copyText } from '../../lib/clipboard.js';

export interface CopyValueProps {
  /** On the screen; may be shortened. */
  shown: string;
  /** For the clipboard. */
  value: string;
  label: string;
}

export function CopyValue({ shown, value, label }: CopyValueProps) {
  const { t } = useTranslation(['verification', 'common']);
  const { toast } = useToast();
  const copy = async () => {
    const copied = await copyText(value);
    // Where the browser copies nothing the whole value is at least on the screen.
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
