import * as Behaviour from 'radix-ui/tabs';
import type { ReactNode } from 'react';

export interface Tab<V extends string> {
  value: V;
  label: ReactNode;
  /** Left out if the panel is rendered elsewhere. */
  content?: ReactNode;
  /**
   * If true, the panel stays mounted but hidden while another tab is shown. Use this for a panel with a
   * frame, because unmounting the frame would discard the text that a person typed into it.
   */
  kept?: boolean;
}

export interface TabsProps<V extends string> {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onValueChange: (value: V) => void;
  /**
   * `line` underlines the chosen tab, as in dialogs. `segment` fills the chosen tab, as in the choice between
   * drawing and typing.
   */
  variant?: 'line' | 'segment';
}

export function Tabs<V extends string>({
  label,
  tabs,
  value,
  onValueChange,
  variant = 'line',
}: TabsProps<V>) {
  return (
    <Behaviour.Root value={value} onValueChange={(next) => onValueChange(next as V)}>
      <Behaviour.List className={variant === 'line' ? 'tabs-line' : 'tabs-segment'} aria-label={label}>
        {tabs.map((tab) => (
          <Behaviour.Trigger key={tab.value} value={tab.value}>
            {tab.label}
          </Behaviour.Trigger>
        ))}
      </Behaviour.List>
      {tabs.map(
        (tab) =>
          tab.content !== undefined && (
            // Every panel contains controls, so Tab skips the panel itself and moves to them.
            <Behaviour.Content
              key={tab.value}
              value={tab.value}
              tabIndex={undefined}
              {...(tab.kept === true && { forceMount: true, hidden: tab.value !== value })}
            >
              {tab.content}
            </Behaviour.Content>
          ),
      )}
    </Behaviour.Root>
  );
}
