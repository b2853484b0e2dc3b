import { FileArrowUpIcon } from '@phosphor-icons/react/dist/csr/FileArrowUp';
import { VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { type ChangeEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import type { Refusal } from './verification-state.js';

const MAX_MEGABYTES = VERIFY_MAX_BYTES / 1_000_000;

export interface DropAreaProps {
  /** True while a file hovers over the page. */
  over: boolean;
  refused: { readonly why: Refusal; readonly name: string } | undefined;
  onFiles: (files: readonly File[]) => void;
}

/**
 * A real file input below a large label. It works with a click, with the keyboard and with a phone's files.
 */
export function DropArea({ over, refused, onFiles }: DropAreaProps) {
  const { t } = useTranslation('verification');
  const id = useId();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = Array.from(target.files ?? []);
    // Reset the input. Otherwise choosing the same file again would fire no event.
    target.value = '';
    onFiles(files);
  };
  return (
    <div className="drop-area-and-refusal">
      <label className="drop-area" data-over={over || undefined}>
        <input
          type="file"
          className="visually-hidden"
          accept="application/pdf,.pdf"
          aria-labelledby={`${id}-name`}
          aria-describedby={refused ? `${id}-refused ${id}-hint` : `${id}-hint`}
          aria-invalid={refused !== undefined}
          data-focus
          onChange={choose}
        />
        <DropPrompt id={id} over={over} />
      </label>
      {refused && (
        <div id={`${id}-refused`}>
          <Notice tone="bad" title={t(`refused.${refused.why}.title`, { megabytes: MAX_MEGABYTES })}>
            {refused.why !== 'several' && <p className="file-name">{refused.name}</p>}
            <p>{t(`refused.${refused.why}.text`)}</p>
          </Notice>
        </div>
      )}
    </div>
  );
}

/** @param id prefix of the ids of the input's name and hint */
export function DropPrompt({ id, over }: { id: string; over: boolean }) {
  const { t } = useTranslation('verification');
  return (
    <>
      <FileArrowUpIcon size={44} aria-hidden="true" />
      <span className="drop-area-prompt">{t(over ? 'drop.release' : 'drop.here')}</span>
      <span className={buttonClass('go')} id={`${id}-name`}>
        {t('drop.choose')}
      </span>
      <span className="text-note" id={`${id}-hint`}>
        {t('drop.hint', { megabytes: MAX_MEGABYTES })}
      </span>
    </>
  );
}
