import { XIcon } from '@phosphor-icons/react/dist/csr/X';
import { type Hand, HANDS, NAME_MAX } from '@siegel/contracts/limits';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Counter } from '../../components/counter.js';
import { Field } from '../../components/field.js';
import { RadioGroup } from '../../components/radio-group.js';
import { TextInput } from '../../components/text-input.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { useUnsaved } from '../../lib/unsaved.js';
import { SignaturePicture } from './signature-picture.js';
import { PadCaption } from './pad-caption.js';
import { type TypedPicture, useTypedPicture } from './use-typed-picture.js';

interface TypePadProps {
  name: string;
  /**
   * Called with the picture that is on the screen, or with null while there is no picture of the typed name.
   */
  onChange: (signature: string | null) => void;
  action: ReactNode;
  /** Called if the service has returned no picture of the name and the user wants to draw instead. */
  onDraw: () => void;
}

/**
 * Returns the service's own message if the service refused the name. The service refuses a name if one of its
 * letters is missing in every hand (style of handwriting), or if the text is not a name.
 */
const refusal = (error: Error | null): string | undefined =>
  error instanceof ApiError && (error.status === 422 || error.status === 400)
    ? (error.problem?.errors?.[0]?.message ?? error.problem?.message)
    : undefined;

/**
 * Shows the picture of the name. While another picture is loading, the last picture is shown dimmed. The two
 * pictures are never shown together.
 */
function WrittenName({ name, picture }: { name: string; picture: TypedPicture }) {
  const { t } = useTranslation('signing');
  const { signature, previous, waiting } = picture;
  const shown = signature ?? previous;
  return (
    <>
      {shown !== null && (
        <SignaturePicture
          image={shown}
          alt={signature === null ? '' : t('typedPicture', { name })}
          outdated={signature === null}
        />
      )}
      <span className="signature-pad-status" role="status">
        {waiting && <span>{t('typing')}</span>}
        {signature !== null && <span className="visually-hidden">{t('typedReady')}</span>}
      </span>
    </>
  );
}

/**
 * Shown if an error prevented the picture of the name. Has a button to draw instead. Also has a button to try
 * again, unless the service refused the name.
 */
function Alternatives({ picture, onDraw }: { picture: TypedPicture; onDraw: () => void }) {
  const { t } = useTranslation('signing');
  if (picture.error === null) return null;
  return (
    <span className="signature-bar-tools signature-bar-instead">
      {refusal(picture.error) === undefined && (
        <Button size="sm" onClick={picture.retry}>
          {t('retry')}
        </Button>
      )}
      <Button size="sm" onClick={onDraw}>
        {t('drawInstead')}
      </Button>
    </span>
  );
}

/**
 * A field for the name, and the choice of a hand (a style of handwriting). The service writes the name. The
 * picture on the screen is the signature.
 */
export function TypePad({ name, onChange, action, onDraw }: TypePadProps) {
  const { t } = useTranslation(['signing', 'common']);
  const [text, setText] = useState('');
  const [hand, setHand] = useState<Hand>(1);
  const typed = text.trim();
  const tooLong = typed.length > NAME_MAX;
  const picture = useTypedPicture(tooLong ? null : typed, hand);
  useUnsaved(typed === '' ? undefined : t('unsaved'));
  const { signature, error } = picture;
  const report = useEffectEvent((now: string | null) => onChange(now));
  useEffect(() => report(signature), [signature]);
  const problem =
    error === null ? undefined : (refusal(error) ?? userMessage(error, t('common:unexpectedAnswer')));
  return (
    <>
      <div className="signature-pad signature-pad-open signature-pad-typed" aria-busy={picture.waiting}>
        <span className="signature-pad-cross">
          <XIcon size={18} aria-hidden="true" />
        </span>
        <WrittenName name={typed} picture={picture} />
        <PadCaption name={name} typed />
      </div>
      <div className="signature-bar">
        <Field
          label={t('typeLabel')}
          className="signature-bar-field"
          error={tooLong ? t('tooLong', { max: NAME_MAX }) : problem}
          counter={tooLong ? <Counter length={typed.length} max={NAME_MAX} /> : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={text}
              autoComplete="off"
              spellCheck={false}
              placeholder={t('typePlaceholder')}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Alternatives picture={picture} onDraw={onDraw} />
        <div className="hand-choice">
          <RadioGroup
            legend={t('hand.legend')}
            value={String(hand)}
            onChange={(chosen) => setHand(Number(chosen) as Hand)}
            options={HANDS.map((one) => ({ value: String(one), label: t(`hand.${one}`) }))}
          />
        </div>
        {action}
      </div>
    </>
  );
}
