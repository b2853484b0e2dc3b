import type { ObligationView } from '@siegel/contracts/admin/views';
import type { WithdrawalView } from '@siegel/contracts/withdrawal/view';
import type { Pool } from 'pg';
import type { Commands } from '../bus/commands.js';
import { STREAM_UNTRUSTED } from '../closed-streams/closed-error.js';
import { type EndedObligations, STREAM_ENDED } from '../closed-streams/ended-obligations.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { selectList } from '../platform/postgres/columns.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import { rowTypes } from '../eventsourcing/projections/row-codec.js';
import { forEachConcurrently } from '../platform/async/for-each-concurrently.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { withdrawalNumber } from './model/rules/number.js';
import type { CloseWithdrawal } from './model/withdrawal.commands.js';
import { withdrawalDecider } from './model/withdrawal.decider.js';
import { type Declaration, withdrawalStream } from './model/withdrawal.events.js';
import type { FindOrder } from './tokens.js';
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from './withdrawal-row.js';
import { withdrawalsProjection } from './withdrawals.projection.js';

const COLUMNS = selectList(WITHDRAWAL_COLUMNS, 'w');
/** Number of streams that are read at a time for one page of the list. */
const CONCURRENT_READS = 3;

export interface WithdrawalsParts {
  readonly pool: Pool;
  readonly commands: Pick<Commands, 'run' | 'state' | 'lastTrusted'>;
  readonly readYourWrites: ReadYourWrites;
  readonly findOrder: FindOrder;
  readonly tampering: Tampering;
  readonly ended: Pick<EndedObligations, 'isEnded' | 'close'>;
}

/**
 * Reads and closes withdrawals for the person who answers them. Here, the id of a withdrawal is the id of the
 * event that made the answer owed.
 */
export class Withdrawals {
  constructor(private readonly parts: WithdrawalsParts) {}

  /**
   * Returns a withdrawal as its stream records it. The row only serves to find the stream
   * (rule:stream-confirms-who-may). Undefined if there is no such withdrawal.
   * @param id of the withdrawal's obligation
   */
  async read(id: string): Promise<WithdrawalView | undefined> {
    const [row] = await this.rows([id]);
    if (row === undefined) return undefined;
    const { state } = await this.parts.commands.state(withdrawalDecider, row.id);
    const { declaration, declaredBy, declaredAt, receiptSentAt, closedAt } = state;
    if (declaredBy !== id || declaredAt === null) {
      this.parts.tampering.found('row', { table: 'withdrawals', id: row.id });
      return undefined;
    }
    return {
      id,
      number: withdrawalNumber(row.id),
      receivedAt: declaredAt,
      name: declaration?.name ?? null,
      email: declaration?.email ?? null,
      reference: declaration?.reference ?? null,
      message: declaration?.message ?? null,
      order: await this.shownOrderOf(declaration),
      receiptSentAt,
      closedAt,
    };
  }

  /**
   * Adds the known data of the order to each withdrawal among the items. The order is the one that the
   * withdrawal's stream names (rule:money-by-the-stream). Withdrawals that are not open according to their
   * streams are left out.
   */
  async complete(items: readonly ObligationView[]): Promise<readonly ObligationView[]> {
    const rows = await this.rows(items.filter(({ kind }) => kind === 'withdrawal').map(({ id }) => id));
    const completed = new Map<string, Partial<ObligationView> | 'over'>();
    await forEachConcurrently(rows, CONCURRENT_READS, async (row) => {
      completed.set(row.declaredByEvent, await this.openOf(row));
    });
    return items.flatMap((item) => {
      const known = item.kind === 'withdrawal' ? completed.get(item.id) : {};
      return known === undefined || known === 'over' ? [] : [{ ...item, ...known }];
    });
  }

  /**
   * Reads one withdrawal from its stream. Returns the values that the list shows; `over` if the stream does
   * not confirm that the withdrawal is open.
   */
  private async openOf({ id, declaredByEvent }: WithdrawalRow): Promise<Partial<ObligationView> | 'over'> {
    const found = await this.parts.commands.lastTrusted(withdrawalDecider, id).catch(() => undefined);
    // The stream cannot be read. The withdrawal is listed without an order, and opening it shows the reason.
    if (found === undefined) return {};
    const isEnded = found.untrusted !== undefined && this.parts.ended.isEnded(withdrawalStream(id));
    // Nobody can end the obligation before the stream is repaired, so the list names the stream.
    if (found.untrusted !== undefined && !isEnded)
      return { lastError: STREAM_UNTRUSTED, closable: false, reference: withdrawalStream(id) };
    const { declaration, declaredBy, declaredAt, closedAt } = found.state;
    if (declaredBy !== declaredByEvent || declaredAt === null) {
      this.parts.tampering.found('row', { table: 'withdrawals', id });
      return 'over';
    }
    if (closedAt !== null) return 'over';
    const facts = { reference: withdrawalNumber(id), since: declaredAt };
    if (isEnded) return { ...facts, lastError: STREAM_ENDED };
    const order = await this.orderOf(declaration);
    if (order === undefined) return facts;
    const { ndaId, party, kept: amount, currency } = order;
    return { ...facts, ndaId, party, amount, currency: amount === null ? null : currency };
  }

  /**
   * Closes a withdrawal. Returns false if no withdrawal was declared by the event `closing.about`. Resolves
   * once the list no longer contains the withdrawal, or after a timeout.
   */
  async close(closing: Omit<CloseWithdrawal, 'type'>, context: CommandContext): Promise<boolean> {
    const [row] = await this.rows([closing.about]);
    if (row === undefined) return false;
    const { commands, readYourWrites, ended } = this.parts;
    const command = { type: 'CloseWithdrawal', ...closing } as const;
    try {
      const { revision } = await commands.run(withdrawalDecider, row.id, command, context);
      await readYourWrites.waitFor(withdrawalsProjection.name, row.id, revision);
    } catch (error) {
      if (!(error instanceof StreamUntrusted) || !ended.isEnded(error.stream)) throw error;
      return this.closeInEnded(row.id, closing.about, context);
    }
    return true;
  }

  /**
   * Records in the records about an ended stream that the withdrawal is closed. The note is dropped, because these
   * records have no key. The row names the event, so the stream has to confirm it.
   */
  private async closeInEnded(id: string, about: string, context: CommandContext): Promise<boolean> {
    const { state } = await this.parts.commands.lastTrusted(withdrawalDecider, id);
    if (state.declaredBy !== about) {
      this.parts.tampering.found('row', { table: 'withdrawals', id });
      return false;
    }
    if (state.closedAt === null) await this.parts.ended.close(withdrawalStream(id), about, context);
    return true;
  }

  private async rows(ids: readonly string[]): Promise<readonly WithdrawalRow[]> {
    if (ids.length === 0) return [];
    const { rows } = await this.parts.pool.query<WithdrawalRow>({
      text: `SELECT ${COLUMNS} FROM withdrawals w WHERE declared_by_event = ANY ($1::uuid[])`,
      values: [ids],
      types: rowTypes,
    });
    return rows;
  }

  private async shownOrderOf(declaration: Declaration | undefined): Promise<WithdrawalView['order']> {
    const order = await this.orderOf(declaration);
    if (order === undefined) return null;
    const { kept: _, ...shown } = order;
    return shown;
  }

  private async orderOf(declaration: Declaration | undefined) {
    return declaration === undefined ? undefined : this.parts.findOrder(declaration.reference);
  }
}
