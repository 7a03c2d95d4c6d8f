import { createChainNode } from '#chain/create-chain-client.ts';
import { verifyContracts } from '#chain/verify-contracts.ts';
import type { Config } from '#platform/config/config.ts';
import { nodeFault } from '#readiness/faults.ts';
import { type Examination, type Finding, failed, off, ok, reasonOf } from './finding.ts';

/** Every node that is configured, and the contracts. */
export const examineChain: Examination = {
  variable: 'RPC_URL',
  async run({ config }) {
    const { chain, names, gateway } = config;
    const ens = names.find(({ node }) => node !== null)?.node;
    const nodes: Promise<Finding>[] = [
      tryNode('RPC_URL', chain.rpcUrl, chain.id, config),
      chain.witnessRpcUrl
        ? tryNode('INDEXER_WITNESS_RPC_URL', chain.witnessRpcUrl, chain.id, config)
        : asOff('INDEXER_WITNESS_RPC_URL: not set, so one node alone is believed.'),
      chain.publicRpcUrl
        ? tryNode('PUBLIC_RPC_URL', chain.publicRpcUrl, chain.id, config)
        : asOff('PUBLIC_RPC_URL: not set. Programs bring a node of their own.'),
      ...(gateway.reconcileRpcUrl === chain.rpcUrl
        ? []
        : [tryNode('X402_RPC_URL', gateway.reconcileRpcUrl, gateway.chainId, config)]),
      ...(ens ? [tryNode('ENS_RPC_URL', ens.rpcUrl, ens.chainId, config)] : []),
    ];
    return [...(await Promise.all(nodes)), ...(await tryContracts(config))];
  },
};

const asOff = async (text: string) => off(text);

async function tryNode(
  variable: string,
  rpcUrl: string,
  chainId: number,
  { environment }: Config,
): Promise<Finding> {
  const { node } = createChainNode({ rpcUrl, chainId, title: variable });
  try {
    const fault = await nodeFault({ node, chainId }, environment, variable);
    if (fault) return failed(fault);
    const head = await node.getBlockNumber();
    await node.getLogs({ fromBlock: head, toBlock: head });
    return ok(`${variable}: the node serves chain ${chainId}, and is at block ${head}.`);
  } catch (error) {
    return failed(`${variable}: ${reasonOf(error)}`);
  }
}

async function tryContracts({ chain, environment }: Config): Promise<Finding[]> {
  // Without a manifest, `npm start` deploys the contracts to the local chain itself.
  if (environment === 'local' && !chain.manifest.deployment) return [];
  const { node } = createChainNode({ rpcUrl: chain.rpcUrl, chainId: chain.id, title: 'RPC_URL' });
  try {
    const { errors, warnings } = await verifyContracts(node, {
      ...chain.manifest,
      contracts: chain.contracts,
    });
    const findings = [...errors, ...warnings].map((problem) => failed(`CONTRACTS: ${problem}`));
    return findings.length > 0
      ? findings
      : [ok('CONTRACTS: the contracts are on the chain and belong together.')];
  } catch (error) {
    return [failed(`CONTRACTS: they could not be compared with the chain: ${reasonOf(error)}`)];
  }
}
