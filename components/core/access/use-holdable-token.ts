'use client';
import type { HoldableToken } from '#lib/access/holdable-token.ts';
import { callApi } from '#lib/api/browser.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';

/** The lab's token: `null` if it has none or it cannot be read, `undefined` while loading or not wanted. */
export function useHoldableToken(oclId: string, isWanted = true): HoldableToken | null | undefined {
  const config = usePublicConfig();
  const { data, failure } = useRead({
    key: ['holdable token', oclId],
    // Loaded on demand: most files have no conditions about tokens.
    read: async () => {
      const [{ loadHoldableToken }, { chainClient }] = await Promise.all([
        import('#lib/access/holdable-token.ts'),
        import('#lib/wallet/chain.ts'),
      ]);
      return loadHoldableToken(callApi, chainClient(config), oclId);
    },
    pause: !isWanted,
    isPermanent: true,
  });
  return failure ? null : data;
}

/** Whether conditions may refer to a token. */
export const mayNameToken = (conditions = '') => conditions.includes('balanceOf');
