import 'server-only';
import { OnChainActivityDocument } from '@labroom/client/documents';
import { type OnChainPage, onChainPage, onChainPageSize } from '#lib/api/onchain-page.ts';
import { type Outcome, outcomeOf } from '#lib/api/outcome.ts';
import { queryService } from './query-service.ts';

/** A page of onchain events of a lab or a wallet, from `cursor` backwards. */
export async function loadOnChainPage(
  about: { oclId: string } | { wallet: string },
  cursor: string | undefined,
): Promise<Outcome<OnChainPage>> {
  const query = queryService(OnChainActivityDocument, { ...about, limit: onChainPageSize + 1, cursor });
  const outcome = await outcomeOf(query);
  return outcome.ok ? { ok: true, data: onChainPage(outcome.data.onChainActivity) } : outcome;
}
