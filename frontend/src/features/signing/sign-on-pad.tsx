import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Tabs } from '../../components/tabs.js';
import { type PadMode, SignaturePad } from './signature-pad.js';
import type { Pad } from './use-pad.js';

export interface PadModesProps {
  readonly pad: Pad;
  /** The icons in front of the names of the modes. */
  readonly icons?: Readonly<Record<PadMode, ReactNode>>;
}

/** The choice between drawing and typing. */
export function PadModes({ pad, icons }: PadModesProps) {
  const { t } = useTranslation('signing');
  const tabOf = (value: PadMode) => ({
    value,
    label: (
      <>
        {icons?.[value]}
        {t(value)}
      </>
    ),
    content: null,
  });
  return (
    <Tabs
      label={t('howTo')}
      variant="segment"
      value={pad.mode}
      onValueChange={pad.setMode}
      tabs={[tabOf('draw'), tabOf('type')]}
    />
  );
}

export interface SignOnPadProps {
  readonly pad: Pad;
  readonly name: string;
  readonly busy: boolean;
  /** True if the party may sign now. */
  readonly active?: boolean;
  /** True if the party can no longer sign. There is then no button. */
  readonly over?: boolean;
  readonly onSign: () => void;
}

/** The pad, and a button that signs with the pad's drawing or typed name. */
export function SignOnPad({ pad, name, busy, active = true, over = false, onSign }: SignOnPadProps) {
  const { t } = useTranslation('signing');
  const action = !over && (
    <Button
      variant="go"
      disabled={pad.newSignature === null || !active}
      busy={busy}
      busyLabel={t('signBusy')}
      onClick={onSign}
    >
      {t('sign')}
    </Button>
  );
  return (
    <SignaturePad
      mode={pad.mode}
      name={name}
      onChange={pad.keep}
      action={action}
      onDraw={() => pad.setMode('draw')}
    />
  );
}
