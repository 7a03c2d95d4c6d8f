import type { ChainId } from '@labroom/contracts/networks';
import type { NameSourceConfig } from './config.ts';
import type { Env } from './env.ts';

/** The registry of ENS, at the same address on Ethereum and Sepolia. */
const ensRegistry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';

/** Basenames, and the chain of the ENS beside them. */
const published: Partial<
  Record<ChainId, Pick<NameSourceConfig, 'registry' | 'reverseRegistrar' | 'suffix'>>
> = {
  8453: {
    registry: '0xB94704422c2a1E396835A571837Aa5AE53285a95',
    reverseRegistrar: '0x0000000000D8e504002cC26E3Ec46D81971C1664',
    suffix: '.base.eth',
  },
  84532: {
    registry: '0x1493b2567056c2181630115660963E13A8E32735',
    reverseRegistrar: '0x00000BeEF055f7934784D6d81b6BC86665630dbA',
    suffix: '.basetest.eth',
  },
};

type NamesEnv = Pick<Env, 'NAME_REGISTRY' | 'ENS_RPC_URL'>;

/** The sources of names, the preferred one first. Empty: no names are resolved. */
export function decideNames(env: NamesEnv, chainId: ChainId): NameSourceConfig[] {
  return [...namesOfEnvironment(env, chainId), ...ensOf(env, chainId)];
}

function namesOfEnvironment({ NAME_REGISTRY }: NamesEnv, chainId: ChainId): NameSourceConfig[] {
  if (NAME_REGISTRY === 'none') return [];
  const source = NAME_REGISTRY
    ? { registry: NAME_REGISTRY, reverseRegistrar: null, suffix: '' }
    : published[chainId];
  // The coin type of the chain in hex (ENSIP-11 and ENSIP-19).
  const reverseParent = `${(0x8000_0000 + chainId).toString(16)}.reverse`;
  return source ? [{ node: null, reverseParent, ...source }] : [];
}

function ensOf({ ENS_RPC_URL: rpcUrl }: NamesEnv, chainId: ChainId): NameSourceConfig[] {
  if (!rpcUrl) return [];
  const node =
    chainId === 84532
      ? { rpcUrl, chainId: 11155111, title: 'Sepolia' }
      : { rpcUrl, chainId: 1, title: 'Ethereum' };
  return [{ node, registry: ensRegistry, reverseRegistrar: null, reverseParent: 'addr.reverse', suffix: '' }];
}
