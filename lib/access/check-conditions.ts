import type { Network } from '@labroom/contracts/networks';
import { type AccessCondition, type EvmContractCondition, USER_ADDRESS } from '@labroom/protocol/conditions';
import { isCall } from '@labroom/protocol/parse-conditions';
import { type Address, bytesToHex } from 'viem';
import { askContract, type ChainReader, encodeCall } from './ask-contract.ts';
import { tryConditions } from './try-conditions.ts';

/** `faulty`: the conditions must not be used, with the reason as a sentence. `unknown`: the chain could not be read. */
export type Soundness = { kind: 'sound' } | { kind: 'faulty'; sentence: string } | { kind: 'unknown' };

/**
 * Checks that conditions are usable on this chain: the right chain, code at each contract, parameters that match and
 * depend on the reader, results of the promised type, and no access for a random wallet. Makes every call, including
 * those that `or` would skip: a mistake in the second half of "team or holders" would lock out the holders. The service
 * also rejects such conditions (`INVALID_CONDITIONS`), except if a contract does not respond.
 */
export async function checkConditions(
  chain: ChainReader,
  conditions: readonly AccessCondition[],
  network: Network,
  wallet: string,
): Promise<Soundness> {
  const calls = conditions.filter(isCall);
  const mistake = calls.map((call) => mistakeIn(call, network, wallet)).find((found) => found !== null);
  if (mistake) return faulty(mistake);
  if (!calls.some(usesWallet)) {
    return faulty(
      "The conditions don't depend on the reader's wallet, so all wallets would get the same result.",
    );
  }
  try {
    const chainId = await chain.getChainId();
    if (chainId !== network.chainId) {
      return faulty(`The node of this page serves chain ${chainId}, not ${network.title}.`);
    }
    const codes = await Promise.all(
      calls.map(({ contractAddress }) => chain.getCode({ address: contractAddress as Address })),
    );
    const empty = calls.find((_, index) => (codes[index] ?? '0x') === '0x');
    if (empty) return faulty(`No contract exists at ${empty.contractAddress} on ${network.title}.`);
  } catch {
    return { kind: 'unknown' };
  }
  for (const call of calls) {
    const { kind } = await askContract(chain, call, wallet);
    if (kind === 'silent') return { kind: 'unknown' };
    if (kind === 'refused') {
      const { contractAddress, functionName } = call;
      return faulty(
        `The contract ${contractAddress} does not return the type that the conditions need from ${functionName}.`,
      );
    }
  }
  const randomWallet = bytesToHex(crypto.getRandomValues(new Uint8Array(20)));
  const answer = await tryConditions(chain, conditions, randomWallet);
  if (answer === 'unknown') return { kind: 'unknown' };
  if (answer === 'yes') return faulty('Any wallet meets the conditions, so anyone could open the file.');
  return { kind: 'sound' };
}

const usesWallet = ({ functionParams, returnValueTest }: EvmContractCondition) =>
  [...functionParams, returnValueTest.value].includes(USER_ADDRESS);

/** Returns what is wrong with a condition without calling the chain. */
function mistakeIn(call: EvmContractCondition, network: Network, wallet: string): string | null {
  if (call.chain !== network.name) {
    return `The conditions name the chain ${call.chain}, but this lab is on ${network.title}.`;
  }
  try {
    encodeCall(call, wallet);
    return null;
  } catch {
    return `The parameters of ${call.functionName} do not match its inputs. Check their order.`;
  }
}

const faulty = (sentence: string): Soundness => ({ kind: 'faulty', sentence });
