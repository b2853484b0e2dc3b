import { type UseFormRegisterReturn, useFormContext } from 'react-hook-form';
import type { WizardField, WizardForm } from './wizard-form.js';

/**
 * A message that appears moves what stands below it, and the button that somebody is just pressing would be
 * missed: it waits until the button is let go and its click is out.
 */
function oncePressIsOver(act: () => void): void {
  if (!document.documentElement.matches(':active')) act();
  else window.addEventListener('mouseup', () => setTimeout(act), { once: true });
}

/**
 * A field is checked when somebody leaves it with something in it, then, while it is wrong, at each change
 * until it is right. What is still empty is told when the step is submitted, and not before.
 */
export function useCheckedField<Name extends WizardField>(name: Name): UseFormRegisterReturn<Name> {
  const { register, getValues, getFieldState, trigger } = useFormContext<WizardForm>();
  const check = () => void trigger(name);
  return register(name, {
    onBlur: () => {
      if (String(getValues(name)).trim() !== '') oncePressIsOver(check);
    },
    onChange: () => {
      if (getFieldState(name).invalid) check();
    },
  });
}
