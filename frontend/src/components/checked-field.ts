import type {
  FieldValues,
  Path,
  RegisterOptions,
  UseFormRegisterReturn,
  UseFormReturn,
} from 'react-hook-form';

/**
 * A message that appears moves what stands below it, and the button that somebody is just pressing would be
 * missed: it waits until the button is let go and its click is out.
 */
function oncePressIsOver(act: () => void): void {
  if (!document.documentElement.matches(':active')) act();
  else window.addEventListener('mouseup', () => setTimeout(act), { once: true });
}

export interface CheckedFieldOptions<Form extends FieldValues, Name extends Path<Form>> {
  /** A message, or nothing where the value is right; left out where the form checks as a whole. */
  validate?: NonNullable<Extract<RegisterOptions<Form, Name>['validate'], (...args: never[]) => unknown>>;
  /** At each change, before the field is checked. */
  onChange?: () => void;
}

/**
 * A field is checked when somebody leaves it with something in it, then, while it is wrong, at each change
 * until it is right. What is still empty is told when the form is submitted, and not before.
 */
export function checkedField<Form extends FieldValues, Name extends Path<Form>>(
  { register, getValues, getFieldState, trigger }: UseFormReturn<Form>,
  name: Name,
  { validate, onChange }: CheckedFieldOptions<Form, Name> = {},
): UseFormRegisterReturn<Name> {
  const check = () => void trigger(name);
  const isEmpty = () => ['', 'false'].includes(String(getValues(name)).trim());
  return register(name, {
    ...(validate === undefined ? {} : { validate }),
    onBlur: () => {
      if (!isEmpty()) oncePressIsOver(check);
    },
    onChange: () => {
      onChange?.();
      if (getFieldState(name).invalid) check();
    },
  });
}
