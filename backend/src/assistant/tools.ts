import {
  FUNNEL_EVENT_TYPES,
  type FunnelEventType,
  type Language,
  OBLIGATION_KINDS,
  type ObligationKind,
  PAGE_NAMES,
  type PageName,
} from '@siegel/contracts/enums';
import type { DayRange } from '@siegel/contracts/analytics/days';
import { formatMoney } from '@siegel/contracts/formats';
import { DAY_MS } from '@siegel/contracts/limits';
import { ownMember } from '@siegel/contracts/own-members';
import type { Clock } from '../platform/time/clock.js';
import type { ServiceFigures } from './service-figures.js';
import { DAYS, parseDays, type ToolResult, hasNoArguments, NO_ARGUMENTS, type Tool } from './tool.js';
import { countsInWords, daysInWords, WORDS } from './words.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Maximum number of obligations, and maximum number of months, that are listed one by one. */
const OLDEST_MAX = 20;
const MONTHS_MAX = 24;

/** Returns a share in percent with one decimal; null if the whole is 0. */
const rate = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;

const atMost = <T>(items: readonly T[], max: number): readonly T[] => items.slice(0, max);
const wholeOf = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);

/**
 * Returns the count for each known name. A row with an unknown name is counted under `otherwise`, so that no
 * text from a row is disclosed.
 */
function byName<Name extends string>(
  names: readonly Name[],
  rows: readonly { readonly name: string; readonly count: number }[],
  otherwise: Name,
): Readonly<Record<Name, number>> {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  for (const { name, count } of rows)
    counts[names.find((one) => one === name) ?? otherwise] += wholeOf(count);
  return counts;
}

const ranged = (
  of: Pick<Tool, 'name' | 'description'>,
  find: (range: DayRange, language: Language) => Promise<ToolResult>,
): Tool => ({
  ...of,
  parameters: DAYS,
  run: (args, language) => {
    const range = parseDays(args);
    return range === undefined ? undefined : find(range, language);
  },
});

const current = (
  of: Pick<Tool, 'name' | 'description'>,
  find: (language: Language) => Promise<ToolResult>,
): Tool => ({
  ...of,
  parameters: NO_ARGUMENTS,
  run: (args, language) => (hasNoArguments(args) ? find(language) : undefined),
});

/**
 * The queries that the assistant may run. A query returns only numbers, days, kinds and ids
 * (rule:assistant-sees-figures-only).
 */
export class FigureTools {
  readonly all: readonly Tool[];

  constructor(
    private readonly figures: ServiceFigures,
    private readonly clock: Clock,
  ) {
    this.all = [
      ranged(
        {
          name: 'read_funnel',
          description:
            'How many people opened the wizard (view), and how many agreements were created, signed by both and paid in a range of days, with the rates between them in percent.',
        },
        (range, language) => this.funnel(range, language),
      ),
      ranged(
        { name: 'read_page_views', description: 'Page views in a range of days, in all and by page.' },
        (range, language) => this.pageViews(range, language),
      ),
      current(
        {
          name: 'count_vouchers',
          description: 'Vouchers by state now, and how many were issued and used in each of the last months.',
        },
        (language) => this.vouchers(language),
      ),
      current(
        {
          name: 'read_revenue',
          description:
            'Of all days together: revenue by card in EUR, agreements that are paid, agreements with an open payment, and agreements by status.',
        },
        (language) => this.revenue(language),
      ),
      current(
        {
          name: 'list_obligations',
          description:
            'What is owed to somebody and not done: how much, and of the oldest ones kind, age in days and id of the agreement.',
        },
        (language) => this.obligations(language),
      ),
    ];
  }

  private async funnel(range: DayRange, language: Language): Promise<ToolResult> {
    const { funnelMetrics } = await this.figures.between(range);
    const count = (type: FunnelEventType): number =>
      wholeOf(funnelMetrics.find(({ eventType }) => eventType === type)?.count);
    const [view, created, signed, paid] = [count('view'), count('created'), count('signed'), count('paid')];
    const { funnel, steps } = WORDS[language];
    const counts = FUNNEL_EVENT_TYPES.map((type) => [steps[type], count(type)] as const);
    return {
      data: {
        ...range,
        view,
        created,
        signed,
        paid,
        rates: {
          createdOverView: rate(created, view),
          signedOverCreated: rate(signed, created),
          paidOverSigned: rate(paid, signed),
          paidOverView: rate(paid, view),
        },
      },
      source: `${funnel}, ${daysInWords(range, language)}: ${countsInWords(counts, language)}`,
    };
  }

  private async pageViews(range: DayRange, language: Language): Promise<ToolResult> {
    const { totalPageViews, pageViewsByPage } = await this.figures.between(range);
    const rows = pageViewsByPage.map(({ page, count }) => ({ name: page, count }));
    const pages = byName<PageName>(PAGE_NAMES, rows, 'other');
    const total = wholeOf(totalPageViews);
    const { pageViews, inAll } = WORDS[language];
    const counts = [[inAll, total] as const, ...Object.entries(pages).filter(([, count]) => count > 0)];
    return {
      data: { ...range, total, pages },
      source: `${pageViews}, ${daysInWords(range, language)}: ${countsInWords(counts, language)}`,
    };
  }

  private async vouchers(language: Language): Promise<ToolResult> {
    const found = await this.figures.vouchers();
    const states = {
      available: wholeOf(found.states.available),
      used: wholeOf(found.states.used),
      expired: wholeOf(found.states.expired),
    };
    const months = atMost(
      found.months.filter(({ month }) => /^\d{4}-\d{2}$/.test(month)),
      MONTHS_MAX,
    ).map(({ month, issued, used }) => ({ month, issued: wholeOf(issued), used: wholeOf(used) }));
    const words = WORDS[language];
    const counts = Object.entries(states).map(
      ([state, count]) => [ownMember<string>(words.states, state) ?? state, count] as const,
    );
    return {
      data: { states, months },
      source: `${words.vouchers}, ${words.now}: ${countsInWords(counts, language)}`,
    };
  }

  private async revenue(language: Language): Promise<ToolResult> {
    const { total, byStatus, payments } = await this.figures.now();
    const cents = wholeOf(Math.round(payments.totalRevenue * 100));
    const words = WORDS[language];
    const counts = [
      [words.paid, wholeOf(payments.total)],
      [words.pending, wholeOf(payments.pending)],
      [words.ndas, wholeOf(total)],
    ] as const;
    return {
      data: {
        revenueEur: cents / 100,
        paid: wholeOf(payments.total),
        pending: wholeOf(payments.pending),
        agreements: wholeOf(total),
        byStatus: {
          draft: wholeOf(byStatus.draft),
          party1_signed: wholeOf(byStatus.party1_signed),
          completed: wholeOf(byStatus.completed),
          sent: wholeOf(byStatus.sent),
        },
      },
      source: `${words.revenue}, ${words.now}: ${formatMoney(cents, language)}, ${countsInWords(counts, language)}`,
    };
  }

  private async obligations(language: Language): Promise<ToolResult> {
    const found = await this.figures.obligations();
    const now = this.clock.now().getTime();
    const ageOf = (since: string): number => Math.max(0, Math.floor((now - Date.parse(since)) / DAY_MS));
    const oldest = atMost(found.oldest, OLDEST_MAX).flatMap(({ kind, since, ndaId }) => {
      const known = OBLIGATION_KINDS.find((one) => one === kind);
      const id = ndaId !== null && UUID.test(ndaId) ? ndaId : null;
      return known === undefined ? [] : [{ kind: known, ageInDays: ageOf(since), ndaId: id }];
    });
    const words = WORDS[language];
    const kinds = new Map<ObligationKind, number>();
    for (const { kind } of oldest) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const total = wholeOf(found.total);
    const parts = [
      countsInWords([[words.inAll, total]], language),
      ...oldest.slice(0, 1).map(({ ageInDays }) => words.oldest(ageInDays)),
      ...(total === oldest.length ? [...kinds].map(([kind, n]) => `${words.kinds[kind]} ${n}`) : []),
    ];
    return {
      data: { total, oldest },
      source: `${words.obligations}, ${words.now}: ${parts.join(', ')}`,
    };
  }
}
