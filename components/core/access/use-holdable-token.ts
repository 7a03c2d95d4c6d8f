'use client';
import type { HoldableToken } from '#lib/access/holdable-token.ts';
import { callApi } from '#lib/api/browser.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { useRead } from '#lib/reading/use-read.ts';

/**
 * The lab's token: `null` if it has none or it cannot be read, `undefined` while loading or not wanted.
 * @param known the token, if the server has loaded it with the page
 */
export function useHoldableToken(
  oclId: string,
  isWanted = true,
  known?: HoldableToken | null,
): HoldableToken | null | undefined {
  const config = usePublicConfig();
  const { data, failure } = useRead({
    key: ['holdable token', oclId],
    // Loaded on demand: most files have no conditions about tokens.
    read: async () => {
      const [{ loadHoldableToken }, { chainClient }] = await Promise.all([
        import('#lib/access/load-holdable-token.ts'),
        import('#lib/wallet/chain.ts'),
      ]);
      return loadHoldableToken(callApi, chainClient(config), oclId);
    },
    pause: !isWanted,
    ...(known && { initial: known }),
    isPermanent: true,
  });
  return failure ? null : data;
}
