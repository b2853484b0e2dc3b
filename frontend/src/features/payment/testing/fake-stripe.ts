type Listener = (event?: object) => void;

/** The provider's script, as far as it is used. It records the calls, and a test sets the answers. */
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
  /** Options with which the fields were made. */
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

  /** Emits an event, as the fields do in their frame. */
  say(name: 'ready' | 'escape' | 'loaderror'): void {
    this.listeners.get(name)?.({ elementType: 'payment' });
  }
}
