import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowCounterClockwise';
import { EraserIcon } from '@phosphor-icons/react/dist/csr/Eraser';
import { XIcon } from '@phosphor-icons/react/dist/csr/X';
import { SIGNATURE_MIN_CHARACTERS } from '@siegel/contracts/limits';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { FieldError } from '../../components/field-error.js';
import { useUnsaved } from '../../lib/unsaved.js';
import { type Drawing, DrawnPad } from './drawn-pad.js';
import { TypePad } from './type-pad.js';
import { PadCaption } from './pad-caption.js';

export type PadMode = 'draw' | 'type';

/** True if the data URL of the signature is longer than 10 characters (rule:signature-image). */
export function isSignature(signature: string | null): signature is string {
  return signature !== null && signature.length > SIGNATURE_MIN_CHARACTERS;
}

export interface SignaturePadProps {
  mode: PadMode;
  name: string;
  /**
   * Called after each change with the signature as a PNG data URL, and with the mode in which it was made.
   * The signature is null if there is none.
   */
  onChange: (signature: string | null, mode: PadMode) => void;
  /** The button that signs, at the right below the pad. */
  action: ReactNode;
  /** Called when the user is typing a name and asks to draw instead. */
  onDraw: () => void;
}

interface OneWayProps extends Pick<SignaturePadProps, 'name' | 'action'> {
  onChange: (signature: string | null) => void;
}

function DrawPad({ name, onChange, action }: OneWayProps) {
  const { t } = useTranslation('signing');
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<DrawnPad>(null);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const empty = drawing === null;
  useUnsaved(empty ? undefined : t('unsaved'));
  const report = useEffectEvent(() => {
    const now = pad.current?.drawing() ?? null;
    setDrawing(now);
    onChange(now === null || now.crowded ? null : now.image);
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
        <PadCaption name={name} />
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
      {drawing?.crowded === true && (
        <div role="alert">
          <FieldError>{t('crowded')}</FieldError>
        </div>
      )}
    </>
  );
}

/**
 * Lets the user draw with mouse, pen or finger, or type a name. Drawing and typing give the same kind of
 * image (rule:drawn-or-typed). The pad of the other mode is hidden and keeps its signature.
 */
export function SignaturePad({ mode, name, onChange, action, onDraw }: SignaturePadProps) {
  const [typing, setTyping] = useState(false);
  if (mode === 'type' && !typing) setTyping(true);
  const drawn = useRef<HTMLDivElement>(null);
  const instead = useRef(false);
  // The field for the name is hidden together with the focused button, so the focus moves to the pad.
  useEffect(() => {
    if (mode === 'draw' && instead.current) drawn.current?.focus();
    instead.current = false;
  }, [mode]);
  const way = (one: PadMode): OneWayProps => ({
    name,
    action: one === mode && action,
    onChange: (signature) => onChange(signature, one),
  });
  return (
    <>
      <div ref={drawn} tabIndex={-1} hidden={mode !== 'draw'}>
        <DrawPad {...way('draw')} />
      </div>
      {typing && (
        <div hidden={mode !== 'type'}>
          <TypePad
            {...way('type')}
            onDraw={() => {
              instead.current = true;
              onDraw();
            }}
          />
        </div>
      )}
    </>
  );
}
