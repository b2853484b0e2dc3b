import { driftAfter } from '../platform/postgres/testing/schema-drift.js';
import { LoginAttemptEntity } from '../admin/login/login-attempt.entity.js';
import { Admin1763700000200 } from '../admin/migrations/1763700000200-admin.js';
import { VoucherParty1795000000900 } from '../vouchers/migrations/1795000000900-voucher-party.js';
import { OwedVoucherWork1795000001900 } from '../vouchers/migrations/1795000001900-owed-voucher-work.js';
import { VoucherKeys1795000001100 } from '../vouchers/migrations/1795000001100-voucher-keys.js';
import { DueVoucherKeys1795000003750 } from '../vouchers/migrations/1795000003750-due-voucher-keys.js';
import { VoucherObligations1795000004710 } from '../vouchers/migrations/1795000004710-voucher-obligations.js';
import { VoucherSearch1795000005270 } from '../vouchers/migrations/1795000005270-voucher-search.js';
import { VoucherEntity } from '../vouchers/voucher.entity.js';
import { VoucherSearchEntity } from '../vouchers/voucher-search.entity.js';

it("the migrations create the administration's tables as the entities declare them", async () => {
  expect(
    await driftAfter({
      entities: [LoginAttemptEntity, VoucherEntity, VoucherSearchEntity],
      migrations: [
        Admin1763700000200,
        VoucherParty1795000000900,
        VoucherKeys1795000001100,
        OwedVoucherWork1795000001900,
        DueVoucherKeys1795000003750,
        VoucherObligations1795000004710,
        VoucherSearch1795000005270,
      ],
    }),
  ).toEqual([]);
});
