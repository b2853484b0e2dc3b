import type {
  FieldValues,
  Path,
  RegisterOptions,
  UseFormRegisterReturn,
  UseFormReturn,
} from 'react-hook-form';

/**
 * Runs `act` once no mouse button is pressed. A new error message moves the elements below it. If the message
 * appeared while a person is pressing a button there, that button would move away and the click would miss
 * it. So the message waits until the mouse button is released and the click is handled.
 */
function afterPress(act: () => void): void {
  if (!document.documentElement.matches(':active')) act();
  else window.addEventListener('mouseup', () => setTimeout(act), { once: true });
}

export interface CheckedFieldOptions<Form extends FieldValues, Name extends Path<Form>> {
  /**
   * Returns an error message, or undefined if the value is valid. Left out if the form checks all its fields
   * together.
   */
  validate?: NonNullable<Extract<RegisterOptions<Form, Name>['validate'], (...args: never[]) => unknown>>;
  /** Called at each change, before the field is checked. */
  onChange?: () => void;
}

/**
 * A field is validated when it loses the focus, unless it is empty. While the field is invalid, it is
 * validated again whenever its value changes. An empty field is reported only when the form is submitted.
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
      if (!isEmpty()) afterPress(check);
    },
    onChange: () => {
      onChange?.();
      if (getFieldState(name).invalid) check();
    },
  });
}
