/*
 * Test doubles of Stripe.js and its frames. They implement the part of Stripe's public interface that this
 * service uses. They run in the page and in frames of other hosts. Each function is sent to the browser as
 * script text, so it must contain everything that it needs.
 */

interface Card {
  complete: boolean;
  number: string;
}
interface Answer {
  error?: { type: string; message: string; [member: string]: unknown };
  id?: string;
  status?: string;
}

/**
 * Test double of the script that js.stripe.com serves.
 * @param bank where the bank asks the customer to confirm the payment: in a frame or on the bank's own page
 */
export function stripeInPage(bank: 'frame' | 'page'): void {
  const API = 'https://api.stripe.com/v1';
  const CARD_FRAME = 'https://js.stripe.com/double/card.html';
  const BANK_FRAME = 'https://hooks.stripe.com/double/bank.html';
  let publishableKey = '';

  /** Sends everything that this script can read about the page to the double of Stripe's API. */
  const report = (when: string): void => {
    const { href } = window.location;
    const read = { when, href, referrer: document.referrer, state: window.history.state };
    void fetch(`${API}/double/read`, { method: 'POST', body: JSON.stringify(read) }).catch(() => undefined);
  };
  window.addEventListener('popstate', () => report('popstate'));
  report('loaded');

  const call = async (path: string, body: Record<string, string> | undefined): Promise<Answer> => {
    const form = new URLSearchParams({ key: publishableKey, ...body });
    try {
      const answer = await (body === undefined
        ? fetch(`${API}${path}`)
        : fetch(`${API}${path}`, { method: 'POST', body: form }));
      return (await answer.json()) as Answer;
    } catch {
      return { error: { type: 'api_connection_error', message: 'We are unable to reach Stripe.' } };
    }
  };
  /** Resolves with the next message of the kind `what` that the frame sends. */
  const nextMessage = (frame: HTMLIFrameElement, what: string): Promise<MessageEvent> =>
    new Promise((resolve) => {
      const onMessage = (event: MessageEvent) => {
        if (event.source !== frame.contentWindow || event.data.what !== what) return;
        window.removeEventListener('message', onMessage);
        resolve(event);
      };
      window.addEventListener('message', onMessage);
    });

  /**
   * Opens the bank's form in a frame at the end of the body. The element around the frame covers the whole
   * page. Resolves with true if the customer agrees to the payment.
   */
  const askBank = async (): Promise<boolean> => {
    const over = document.createElement('div');
    Object.assign(over.style, {
      position: 'fixed',
      inset: '0',
      zIndex: '2147483647',
      display: 'grid',
      placeItems: 'center',
    });
    const frame = document.createElement('iframe');
    frame.title = 'Secure 3D Secure frame';
    Object.assign(frame.style, { width: '380px', height: '320px', maxWidth: '100%', border: '0' });
    frame.src = BANK_FRAME;
    over.append(frame);
    document.body.append(over);
    const { data } = await nextMessage(frame, 'answered');
    over.remove();
    return data.agreed === true;
  };

  const elements = (options: Record<string, unknown>) => {
    const frame = document.createElement('iframe');
    const hears = new Map<string, ((event: object) => void)[]>();
    const emit = (name: string) => {
      for (const hear of hears.get(name) ?? []) hear({ elementType: 'payment' });
    };
    const shape = (change: Record<string, unknown>) => {
      Object.assign(options, change);
      const { appearance, locale } = options;
      frame.contentWindow?.postMessage({ what: 'look', appearance, locale }, '*');
    };
    const element = {
      mount(place: HTMLElement) {
        frame.title = 'Secure payment input frame';
        Object.assign(frame.style, { width: '100%', height: '170px', border: '0', display: 'block' });
        frame.src = CARD_FRAME;
        void nextMessage(frame, 'loaded').then(() => {
          shape({});
          emit('ready');
        });
        place.append(frame);
        report('mounted');
      },
      on(name: string, hear: (event: object) => void) {
        hears.set(name, [...(hears.get(name) ?? []), hear]);
      },
      off: () => undefined,
      update: () => undefined,
      focus: () => frame.contentWindow?.postMessage({ what: 'focus' }, '*'),
      destroy: () => frame.remove(),
    };
    window.addEventListener('message', ({ source, data }) => {
      if (source === frame.contentWindow && data.what === 'escape') emit('escape');
    });
    const card = async (): Promise<Card> => {
      const answer = nextMessage(frame, 'card');
      frame.contentWindow?.postMessage({ what: 'check' }, '*');
      return (await answer).data.card as Card;
    };
    return {
      create: () => element,
      getElement: () => element,
      update: shape,
      card,
      submit: async () =>
        (await card()).complete
          ? { selectedPaymentMethod: 'card' }
          : { error: { type: 'validation_error', message: 'The card is not whole.' } },
    };
  };

  const result = (answer: Answer): object =>
    answer.error === undefined ? { paymentIntent: answer } : { error: answer.error };

  Object.assign(window, {
    Stripe: Object.assign(
      (key: string) => {
        publishableKey = key;
        return {
          elements,
          _registerWrapper: () => undefined,
          registerAppInfo: () => undefined,
          createToken: () => undefined,
          createPaymentMethod: () => undefined,
          confirmCardPayment: () => undefined,
          async retrievePaymentIntent(clientSecret: string) {
            const id = clientSecret.replace(/_secret_.*/, '');
            const asked = new URLSearchParams({ key: publishableKey, client_secret: clientSecret });
            return result(await call(`/payment_intents/${id}?${asked}`, undefined));
          },
          async confirmPayment(asked: {
            elements: ReturnType<typeof elements>;
            clientSecret: string;
            confirmParams: { return_url: string };
          }) {
            report('confirming');
            const { clientSecret } = asked;
            const id = clientSecret.replace(/_secret_.*/, '');
            const { number } = await asked.elements.card();
            const confirm = (more: Record<string, string> = {}) =>
              call(`/payment_intents/${id}/confirm`, { client_secret: clientSecret, number, ...more });
            const first = await confirm();
            if (first.status !== 'requires_action') return result(first);
            if (bank === 'page') {
              const address = {
                number,
                client_secret: clientSecret,
                return_url: asked.confirmParams.return_url,
              };
              window.location.assign(
                `https://hooks.stripe.com/double/page.html#${new URLSearchParams(address)}`,
              );
              return new Promise<object>(() => undefined);
            }
            return result(await confirm({ authenticated: String(await askBank()) }));
          },
        };
      },
      { version: 'endive' },
    ),
  });
}

/** Runs in the frame of js.stripe.com. Shows the fields for the card. */
export function cardInFrame(): void {
  document.body.innerHTML =
    '<label>Card number <input name="number" inputmode="numeric"></label>' +
    '<label>Expiration date <input name="expiry" inputmode="numeric"></label>' +
    '<label>Security code <input name="cvc" inputmode="numeric"></label><p role="alert"></p>';
  const inputs = [...document.querySelectorAll('input')];
  const words = document.querySelector('p');
  const tell = (message: object) => window.parent.postMessage(message, '*');
  const check = () => {
    for (const input of inputs) input.setAttribute('aria-invalid', String(input.value.trim() === ''));
    const complete = inputs.every(({ value }) => value.trim() !== '');
    if (words !== null) words.textContent = complete ? '' : 'Your card is incomplete.';
    tell({ what: 'card', card: { complete, number: inputs[0]?.value.replaceAll(/\D/g, '') } });
  };
  const look = ({ variables = {}, rules = {} }: Record<string, Record<string, never>>, locale: string) => {
    document.documentElement.lang = locale;
    Object.assign(document.body.style, {
      margin: '0',
      font: `16px/1.5 ${variables['fontFamily']}`,
      color: variables['colorText'],
      background: variables['colorBackground'],
    });
    for (const label of document.querySelectorAll('label'))
      Object.assign(label.style, { display: 'inline-block', width: '30%', marginRight: '2%' });
    for (const input of inputs) {
      Object.assign(input.style, { boxSizing: 'border-box', width: '100%' }, rules['.Input']);
      Object.assign(input.style, { background: variables['colorBackground'], color: variables['colorText'] });
    }
  };
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && tell({ what: 'escape' }));
  window.addEventListener('message', ({ data }) => {
    if (data.what === 'focus') inputs[0]?.focus();
    if (data.what === 'check') check();
    if (data.what === 'look') look(data.appearance ?? {}, data.locale);
  });
  void fetch('https://api.stripe.com/v1/double/read', {
    method: 'POST',
    body: JSON.stringify({
      when: 'in the frame of the card',
      referrer: document.referrer,
      ancestors: [...(window.location.ancestorOrigins ?? [])],
    }),
  });
  tell({ what: 'loaded' });
}

/** Acts as the bank. Runs in a frame at the end of the paying page, or on the bank's own page. */
export function bankInFrame(): void {
  document.body.innerHTML =
    '<form><h1>Your bank</h1><label>Code <input name="code" autocomplete="off"></label>' +
    '<button name="agree">Confirm</button> <button type="button" name="refuse">Refuse</button></form>';
  Object.assign(document.body.style, { margin: '0', padding: '24px', background: '#fff', color: '#111' });
  const asked = new URLSearchParams(window.location.hash.slice(1));
  const code = document.querySelector('input');
  // True while a key is down. The frame must not disappear at such a time, because the browser would then
  // never report the release of the key.
  let isDown = false;
  let whenUp = () => {};
  document.addEventListener('keydown', () => (isDown = true));
  document.addEventListener('keyup', () => {
    isDown = false;
    whenUp();
  });
  const letGo = async (): Promise<void> => {
    if (isDown) await new Promise<void>((resolve) => (whenUp = resolve));
  };
  const answer = async (agreed: boolean) => {
    if (window.parent !== window) {
      await letGo();
      window.parent.postMessage({ what: 'answered', agreed }, '*');
      return;
    }
    const secret = asked.get('client_secret') ?? '';
    const id = secret.replace(/_secret_.*/, '');
    await fetch(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        client_secret: secret,
        number: asked.get('number') ?? '',
        authenticated: String(agreed),
      }),
    });
    const back = new URL(asked.get('return_url') ?? '');
    back.search = String(
      new URLSearchParams({
        payment_intent: id,
        payment_intent_client_secret: secret,
        redirect_status: agreed ? 'succeeded' : 'failed',
      }),
    );
    window.location.assign(back);
  };
  document.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    if (code?.value === '1234') void answer(true);
  });
  document.querySelector('[name=refuse]')?.addEventListener('click', () => void answer(false));
  // Retry until the focus is in this iframe, because an iframe cannot get the focus before it is painted.
  const takeFocus = () => {
    code?.focus();
    if (!document.hasFocus()) requestAnimationFrame(takeFocus);
  };
  takeFocus();
}
