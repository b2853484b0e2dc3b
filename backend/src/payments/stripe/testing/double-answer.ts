/** A response of the test double, successful or not. */
export interface DoubleAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Form fields as received, including brackets: `metadata[app]`, `expand[0]`. */
export type Form = Readonly<Record<string, string>>;

export const formOf = (text: string): Form => Object.fromEntries(new URLSearchParams(text));

/** Returns the values of `name[]`, `name[0]`, `name[1]` and so on. */
export const valuesOf = (form: Form, name: string): readonly string[] =>
  Object.entries(form)
    .filter(([key]) => /^\[\d*\]$/.test(key.slice(name.length)) && key.startsWith(name))
    .map(([, value]) => value);

/** Members of `name[…]`. */
export const membersOf = (form: Form, name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(form)
      .filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'))
      .map(([key, value]) => [key.slice(name.length + 1, -1), value]),
  );

/** An error response in the format of Stripe's API. The text of its message does not come from Stripe. */
export class DoubleRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: Readonly<{ type: string; code?: string; [member: string]: unknown }>,
  ) {
    super(error.code ?? error.type);
  }

  get answer(): DoubleAnswer {
    const message = this.error['message'] ?? `A text of Stripe about ${this.message} that no log may hold.`;
    return { status: this.status, body: { error: { ...this.error, message } } };
  }
}

export const invalid = (code: string, more: Readonly<Record<string, unknown>> = {}, status = 400) =>
  new DoubleRefusal(status, { type: 'invalid_request_error', code, ...more });

/**
 * Throws if the form has a parameter that the double does not know. Stripe also refuses unknown parameters.
 */
export function refuseUnknown(form: Form, known: readonly RegExp[]): void {
  const param = Object.keys(form).find((key) => !known.some((pattern) => pattern.test(key)));
  if (param !== undefined) throw invalid('parameter_unknown', { param });
}
