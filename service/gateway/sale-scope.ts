import type { Gateway } from './gateway.ts';
import type { ReportedScope } from './request-scope.ts';
import type { SaleScope } from './sell-call.ts';

/** The scope of a request, in which a call of a payer counts against the limit of the wallet. */
export const saleScope = (
  { limits }: Pick<Gateway, 'limits'>,
  { requestId, log, report }: ReportedScope,
): SaleScope => ({
  requestId,
  log,
  countPayer: async (payer) => report(await limits.ofWallet(payer)),
});
