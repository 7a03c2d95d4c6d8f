import { UserRejectedRequestError } from 'viem';
import type { Config } from 'wagmi';
import { getConnection, switchChain } from 'wagmi/actions';
import { networkName } from './network-name.ts';
import { OtherNetworkError } from './other-network-error.ts';

/**
 * Asks the wallet to switch to a network. Does nothing if it is there. The wallet itself is asked where it is: wagmi
 * knows only the networks of its configuration, and not every wallet announces a change. Errors: `OtherNetworkError`.
 */
export async function switchNetwork(config: Config, chainId: number): Promise<void> {
  const { connector } = getConnection(config);
  if (!connector) throw new Error('Connect a wallet first.');
  const before = await connector.getChainId();
  if (before === chainId) return;
  const names = { wallet: networkName(before), needed: networkName(chainId) };
  try {
    await switchChain(config, { chainId, connector });
  } catch (cause) {
    const reason = cause instanceof UserRejectedRequestError ? 'declined' : 'failed';
    throw new OtherNetworkError(names, reason, { cause });
  }
  if ((await connector.getChainId()) !== chainId) throw new OtherNetworkError(names, 'failed');
}
