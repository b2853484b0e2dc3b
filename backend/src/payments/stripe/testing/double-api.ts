import type { DoubleAnswer, Form } from './double-answer.js';
import { invalid, membersOf, refuseUnknown, valuesOf } from './double-answer.js';
import type { DoubleIntents } from './double-intents.js';
import {
  chargeObject,
  disputeObject,
  type DoubleEndpoint,
  endpointObject,
  type DoubleIntent,
  intentObject,
  publicIntentObject,
  refundObject,
  seconds,
} from './double-objects.js';

/** A call of Stripe's API, after the server has parsed it. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly form: Form;
  /** True if the caller used the publishable key. Only browsers use this key. */
  readonly fromBrowser: boolean;
}

/** Stripe's minimum amount in EUR, in cents. */
const AMOUNT_MIN = 50;
const PAGE_DEFAULT = 10;
const PAGE_MAX = 100;

const EXPAND = /^expand\[\d*\]$/;
const MAKING = [
  /^amount$/,
  /^currency$/,
  /^allowed_payment_method_types\[\d*\]$/,
  /^metadata\[[\w-]{1,40}\]$/,
  /^description$/,
  EXPAND,
];
const LISTING = [
  /^created\[(gt|gte|lt|lte)\]$/,
  /^limit$/,
  /^starting_after$/,
  /^ending_before$/,
  /^payment_intent$/,
  EXPAND,
];

const ok = (body: unknown): DoubleAnswer => ({ status: 200, body });

/**
 * Implements the part of Stripe's API that this service uses. Reads and changes the data in `DoubleIntents`.
 */
export class DoubleApi {
  /**
   * The entries in the API's list of webhook endpoints. Undefined if the secret key has no permission to read
   * this list.
   */
  endpoints: readonly DoubleEndpoint[] | undefined;

  constructor(private readonly intents: DoubleIntents) {}

  /** @throws DoubleRefusal */
  answer(call: ApiCall): DoubleAnswer {
    const { method, path, form, fromBrowser } = call;
    const [, intentId, act] = /^\/v1\/payment_intents\/([^/]+)(?:\/(cancel))?$/.exec(path) ?? [];
    const what = `${method} ${intentId === undefined ? path : `/v1/payment_intents/:id${act ? `/${act}` : ''}`}`;
    if (what === 'GET /v1/payment_intents/:id') return ok(this.retrieve(intentId ?? '', form, fromBrowser));
    if (fromBrowser) throw invalid('secret_key_required', {}, 401);
    switch (what) {
      case 'POST /v1/payment_intents':
        return ok(this.make(form));
      case 'POST /v1/payment_intents/:id/cancel':
        refuseUnknown(form, [/^cancellation_reason$/, EXPAND]);
        return ok(intentObject(this.intents.cancel(intentId ?? ''), expandsCharge(form)));
      case 'GET /v1/payment_intents':
        return ok(
          this.listOf(path, form, this.intents.all.toReversed(), (one) => [one, listedObject(one, form)]),
        );
      case 'GET /v1/webhook_endpoints':
        return ok(this.listedEndpoints(path, form));
      case 'GET /v1/charges':
        return ok(this.ofIntent(path, form, (one) => one.charges, chargeObject));
      case 'GET /v1/refunds':
        return ok(this.ofIntent(path, form, (one) => one.refunds, refundObject));
      case 'GET /v1/disputes':
        return ok(this.ofIntent(path, form, (one) => one.disputes, disputeObject));
      default:
        throw invalid('url_invalid', {}, 404);
    }
  }

  private listedEndpoints(path: string, form: Form): object {
    if (this.endpoints === undefined) throw invalid('more_permissions_required', {}, 403);
    const all = this.endpoints.map((one, n) => ({ id: `we_${n}`, madeAt: 0, ...one }));
    return this.listOf(path, form, all, (one) => [one, endpointObject(one)]);
  }

  private make(form: Form): object {
    if (valuesOf(form, 'payment_method_types').length > 0)
      throw invalid('payment_method_types_no_longer_supported', { param: 'payment_method_types' });
    refuseUnknown(form, MAKING);
    const { amount: cents, currency = '' } = form;
    const amount = Number(cents);
    if (cents === undefined) throw invalid('parameter_missing', { param: 'amount' });
    if (!Number.isSafeInteger(amount)) throw invalid('parameter_invalid_integer', { param: 'amount' });
    if (amount < AMOUNT_MIN) throw invalid('amount_too_small', { param: 'amount' });
    if (!/^[a-z]{3}$/.test(currency)) throw invalid('parameter_missing', { param: 'currency' });
    const allowedTypes = valuesOf(form, 'allowed_payment_method_types');
    const metadata = membersOf(form, 'metadata');
    return intentObject(this.intents.make({ amount, currency, metadata, allowedTypes }));
  }

  private retrieve(id: string, form: Form, fromBrowser: boolean): object {
    refuseUnknown(form, fromBrowser ? [/^client_secret$/, /^key$/] : [EXPAND]);
    const intent = this.intents.known(id);
    if (!fromBrowser) return intentObject(intent, expandsCharge(form));
    if (form['client_secret'] !== intent.clientSecret) throw invalid('resource_missing', {}, 404);
    return publicIntentObject(intent);
  }

  private ofIntent<T extends Entry>(
    path: string,
    form: Form,
    partsOf: (intent: DoubleIntent) => readonly T[],
    objectOf: (intent: DoubleIntent, part: T) => { readonly id: string },
  ): object {
    const { payment_intent: id } = form;
    const of = id === undefined ? this.intents.all : [this.intents.known(id)];
    const parts = of.flatMap((intent) =>
      partsOf(intent).map((part) => [part, objectOf(intent, part)] as const),
    );
    const newestFirst = parts.toReversed().toSorted(([one], [other]) => other.madeAt - one.madeAt);
    return this.listOf(path, form, newestFirst, (pair) => pair);
  }

  /**
   * Returns one page of a list, with the newest entry first. With `ending_before`, the next page contains
   * newer entries instead of older entries.
   */
  private listOf<T>(
    url: string,
    form: Form,
    newestFirst: readonly T[],
    entryOf: (one: T) => readonly [Entry, { readonly id: string }],
  ): object {
    refuseUnknown(form, LISTING);
    const limit = Number(form['limit'] ?? PAGE_DEFAULT);
    if (!(limit >= 1 && limit <= PAGE_MAX)) throw invalid('parameter_invalid_integer', { param: 'limit' });
    const matching = newestFirst.map(entryOf).filter(([{ madeAt }]) => isWithin(seconds(madeAt), form));
    const at = (id: string): number => {
      const found = newestFirst.map(entryOf).findIndex(([one]) => one.id === id);
      if (found < 0) throw invalid('resource_missing', {}, 404);
      return matching.findIndex(([one]) => one.id === id);
    };
    const { starting_after: after, ending_before: before } = form;
    const rest =
      before === undefined
        ? matching.slice(after === undefined ? 0 : at(after) + 1)
        : matching.slice(0, at(before));
    const page = before === undefined ? rest.slice(0, limit) : rest.slice(-limit);
    return { object: 'list', url, has_more: rest.length > limit, data: page.map(([, object]) => object) };
  }
}

interface Entry {
  readonly id: string;
  readonly madeAt: number;
}

const expandsCharge = (form: Form): boolean => {
  const expanded = valuesOf(form, 'expand');
  const strange = expanded.find((path) => path !== 'latest_charge');
  if (strange !== undefined) throw invalid('parameter_invalid', { param: 'expand' });
  return expanded.length > 0;
};

const listedObject = (intent: DoubleIntent, form: Form): { readonly id: string } => {
  const expanded = valuesOf(form, 'expand');
  if (expanded.some((path) => path !== 'data.latest_charge'))
    throw invalid('parameter_invalid', { param: 'expand' });
  return intentObject(intent, expanded.length > 0);
};

function isWithin(created: number, form: Form): boolean {
  const limit = (name: string, otherwise: number): number => Number(form[`created[${name}]`] ?? otherwise);
  return (
    created > limit('gt', -Infinity) &&
    created >= limit('gte', -Infinity) &&
    created < limit('lt', Infinity) &&
    created <= limit('lte', Infinity)
  );
}
