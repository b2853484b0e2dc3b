import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowCounterClockwise';
import { EraserIcon } from '@phosphor-icons/react/dist/csr/Eraser';
import { XIcon } from '@phosphor-icons/react/dist/csr/X';
import { NAME_MAX, SIGNATURE_MIN_CHARACTERS } from '@siegel/contracts/limits';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Counter } from '../../components/counter.js';
import { Field } from '../../components/field.js';
import { TextInput } from '../../components/text-input.js';
import { useUnsaved } from '../../lib/unsaved.js';
import { DrawnPad } from './drawn-pad.js';
import { loadHand, typedPng } from './typed-signature.js';

export type PadMode = 'draw' | 'type';

/** Longer than 10 characters (rule:signature-image). */
export function isSignature(signature: string | null): signature is string {
  return signature !== null && signature.length > SIGNATURE_MIN_CHARACTERS;
}

export interface SignaturePadProps {
  mode: PadMode;
  name: string;
  /** The PNG data URL after each change, null while there is nothing; and the way in which it was made. */
  onChange: (signature: string | null, mode: PadMode) => void;
  /** The button that signs, at the right below the pad. */
  action: ReactNode;
}

function Under({ name }: { name: string }) {
  const { t } = useTranslation('signing');
  return (
    <span className="signature-pad-caption">
      <span>{t('onTheLine')}</span>
      <span className="signature-pad-name">{name}</span>
    </span>
  );
}

interface OneWayProps extends Pick<SignaturePadProps, 'name' | 'action'> {
  onChange: (signature: string | null) => void;
}

function DrawPad({ name, onChange, action }: OneWayProps) {
  const { t } = useTranslation('signing');
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<DrawnPad>(null);
  const [empty, setEmpty] = useState(true);
  useUnsaved(empty ? undefined : t('unsaved'));
  const report = useEffectEvent(() => {
    setEmpty(pad.current?.isEmpty() ?? true);
    onChange(pad.current?.image() ?? null);
  });
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const made = new DrawnPad(canvas.current, () => report());
    pad.current = made;
    return () => made.destroy();
  }, []);
  const undo = () => {
    pad.current?.undo();
  };
  const clear = () => {
    pad.current?.clear();
  };
  return (
    <>
      <div className="signature-pad signature-pad-open">
        <span className="signature-pad-cross">
          <XIcon size={18} aria-hidden="true" />
        </span>
        <canvas ref={canvas}>{t('padLabel', { name })}</canvas>
        <Under name={name} />
      </div>
      <div className="signature-bar">
        <span className="signature-bar-tools">
          <Button variant="text" size="sm" disabled={empty} onClick={undo}>
            <ArrowCounterClockwiseIcon size={18} aria-hidden="true" />
            {t('undo')}
          </Button>
          <Button variant="text" size="sm" disabled={empty} onClick={clear}>
            <EraserIcon size={18} aria-hidden="true" />
            {t('clear')}
          </Button>
        </span>
        {action}
      </div>
    </>
  );
}

/** What is signed with is a name, and as long as one may be. */
function TypePad({ name, onChange, action }: OneWayProps) {
  const { t } = useTranslation('signing');
  const [text, setText] = useState('');
  const [ready, setReady] = useState(false);
  const latest = useRef('');
  useUnsaved(text.trim() === '' ? undefined : t('unsaved'));
  const write = async (next: string) => {
    setText(next);
    latest.current = next;
    // Letters beyond the basic ones come in a second file, which is loaded when they are typed.
    // Where they cannot be had, the name is written in others: it is as much a signature.
    await loadHand(next).catch(() => undefined);
    if (latest.current !== next) return;
    setReady(true);
    onChange(next.trim().length > NAME_MAX ? null : typedPng(next));
  };
  useEffect(() => void loadHand('').catch(() => undefined), []);
  const { length } = text.trim();
  const tooLong = length > NAME_MAX;
  return (
    <>
      <div className="signature-pad signature-pad-open signature-pad-typed">
        <span className="signature-pad-cross">
          <XIcon size={18} aria-hidden="true" />
        </span>
        <span
          className="signature-pad-hand"
          data-ready={ready || undefined}
          aria-hidden="true"
          style={{ ['--letters' as string]: Math.max(text.length, 1) }}
        >
          {text}
        </span>
        <Under name={name} />
      </div>
      <div className="signature-bar">
        <Field
          label={t('typeLabel')}
          className="signature-bar-field"
          error={tooLong ? t('tooLong', { max: NAME_MAX }) : undefined}
          counter={tooLong ? <Counter length={length} max={NAME_MAX} /> : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={text}
              autoComplete="off"
              spellCheck={false}
              placeholder={t('typePlaceholder')}
              onChange={(event) => void write(event.target.value)}
            />
          )}
        </Field>
        {action}
      </div>
    </>
  );
}

/**
 * Draw with mouse, pen or finger, or type one's name: both give the same kind of image (rule:drawn-or-typed). The way
 * that is not seen keeps what was made in it.
 */
export function SignaturePad({ mode, name, onChange, action }: SignaturePadProps) {
  const [typing, setTyping] = useState(false);
  if (mode === 'type' && !typing) setTyping(true);
  const way = (one: PadMode): OneWayProps => ({
    name,
    action: one === mode && action,
    onChange: (signature) => onChange(signature, one),
  });
  return (
    <>
      <div hidden={mode !== 'draw'}>
        <DrawPad {...way('draw')} />
      </div>
      {typing && (
        <div hidden={mode !== 'type'}>
          <TypePad {...way('type')} />
        </div>
      )}
    </>
  );
}
