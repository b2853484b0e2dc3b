type Listener = (event?: object) => void;

/**
 * Replaces the part of the provider's script that we use. It records the calls, and a test sets the
 * responses.
 */
export class FakeStripe {
  readonly listeners = new Map<string, Listener>();
  readonly submit = jest.fn(async (): Promise<object> => ({ selectedPaymentMethod: 'card' }));
  readonly confirmPayment = jest.fn(
    async (_options: object): Promise<object | undefined> => ({
      paymentIntent: { status: 'succeeded' },
    }),
  );
  readonly retrievePaymentIntent = jest.fn(
    async (_secret: string): Promise<object> => ({
      error: { type: 'api_connection_error' },
    }),
  );
  readonly update = jest.fn();
  readonly focus = jest.fn();
  /** The options with which the fields were created. */
  readonly made: object[] = [];

  private readonly element = {
    mount: () => undefined,
    destroy: () => undefined,
    update: () => undefined,
    focus: this.focus,
    on: (name: string, act: Listener) => void this.listeners.set(name, act),
    off: () => undefined,
  };

  private readonly group = {
    create: (kind: string, options: object) => {
      this.made.push({ kind, ...options });
      return this.element;
    },
    getElement: () => this.element,
    submit: this.submit,
    update: this.update,
  };

  readonly elements = (options: object) => {
    this.made.push(options);
    return this.group;
  };
  readonly createToken = jest.fn();
  readonly createPaymentMethod = jest.fn();
  readonly confirmCardPayment = jest.fn();

  /** Emits an event, as the real fields emit it from their frame. */
  say(name: 'ready' | 'escape' | 'loaderror'): void {
    this.listeners.get(name)?.({ elementType: 'payment' });
  }
}
