import { createChainClient } from '#chain/create-chain-client.ts';
import { bundlerSuite } from './bundler.suite.ts';
import { entryPointBundler } from './entry-point-bundler.ts';

bundlerSuite('bundling by itself', async ({ context: { chain, didLinking } }) => {
  if (!didLinking) throw new Error('DID linking is off');
  const { chainId, contracts } = chain;
  const gone = createChainClient({ rpcUrl: 'http://127.0.0.1:1/secret', chainId, contracts });
  return {
    bundler: entryPointBundler(chain, didLinking.relayer),
    unreachable: entryPointBundler(gone, didLinking.relayer),
  };
});
