import { type ChainId, type Network, networks } from '@labroom/contracts/networks';
import { LabroomError } from '../api/api-failure.ts';
import { answerOf } from '../sign-in/credential.ts';
import { sendFreeRequest } from './send-request.ts';
import type { IsSigner } from './signed-terms.ts';

/** What a service publishes for programs that know its origin alone: where calls are paid, for how much, and on which contracts. */
export interface DiscoveredGateway {
  /** `{origin}/{stage}`. */
  gatewayUrl: string;
  /**
   * The chain, with the service's contracts for labs. The stablecoin is the one that this client knows for the chain: a service
   * cannot name another.
   */
  network: Network;
  /** A node that anyone may use; `null` if the service names none. */
  rpcUrl: string | null;
  /** Addresses that sign offers and receipts of the service. A client adds those that the service publishes later. */
  signers: Set<string>;
}

interface PaidCallsDocument {
  items: { resource: string }[];
  signers?: string[];
}

interface ContractsDocument {
  chainId: ChainId;
  rpcUrl: string | null;
  contracts: Record<'LabNFT' | 'OnChainLabFactory' | 'AccessResolver', { address: `0x${string}` }>;
}

const pathOfCall = /\/x402\/labs\/[A-Za-z]+$/;

/**
 * Reads the published documents of a service (docs/specification/discovery.md), in two requests without a credential. Errors:
 * `LabroomError`, `UNEXPECTED_QUOTE` where it names another origin or an unknown chain.
 * @param origin e.g. `https://api.example.org`
 */
export async function discoverGateway(origin: string): Promise<DiscoveredGateway> {
  const [{ items, signers = [] }, { chainId, rpcUrl, contracts }] = await Promise.all([
    paidCallsOf(origin),
    answerOf<ContractsDocument>(fetch(new URL('/contracts.json', origin))),
  ]);
  const [first] = items;
  const gatewayUrl = first?.resource.replace(pathOfCall, '');
  if (!gatewayUrl || items.some(({ resource }) => URL.parse(resource)?.origin !== new URL(origin).origin))
    throw unexpected(`${origin} sells no calls of its own.`);
  const known = networks[chainId];
  if (!known) throw unexpected(`${origin} is on a chain that this client does not know.`);
  return {
    gatewayUrl,
    network: {
      ...known,
      contracts: {
        ...known.contracts,
        labNft: contracts.LabNFT.address,
        factory: contracts.OnChainLabFactory.address,
        accessResolver: contracts.AccessResolver.address,
      },
    },
    rpcUrl,
    signers: new Set(signers.map((signer) => signer.toLowerCase())),
  };
}

function paidCallsOf(origin: string): Promise<PaidCallsDocument> {
  const ask = async () => {
    const response = await fetch(new URL('/.well-known/x402.json', origin));
    await response.clone().arrayBuffer();
    return response;
  };
  return answerOf(sendFreeRequest(ask, undefined));
}

/** Looks an address up among the known signers. Reads the list again for one that is not known, since a service can change its keys. */
export function signersOf(gatewayUrl: string, known: Set<string> = new Set()): IsSigner {
  return async (address) => {
    if (known.has(address.toLowerCase())) return true;
    const { signers = [] } = await paidCallsOf(gatewayUrl);
    for (const signer of signers) known.add(signer.toLowerCase());
    return known.has(address.toLowerCase());
  };
}

const unexpected = (message: string) => new LabroomError({ code: 'UNEXPECTED_QUOTE', message });
