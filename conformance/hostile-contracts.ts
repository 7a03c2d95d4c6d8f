import { encodeErrorResult, type Hex, parseAbi } from 'viem';
import type { LabChain } from '#packages/client/lab-chain.ts';
import { looping, returning, returningZeros, revertingWithItself } from '#service/chain/bytecode.fixture.ts';

const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
]);

/** Hostile contracts: an infinite loop, a result of 10 MB, and a CCIP-Read redirect to `url`. */
export async function deployHostileContracts(chain: LabChain, url: string): Promise<Hex[]> {
  const sender = chain.account.address;
  const lookup = encodeErrorResult({
    abi,
    errorName: 'OffchainLookup',
    args: [sender, [`${url}/{sender}/{data}`], '0x', '0x12345678', '0x'],
  });
  const addresses: Hex[] = [];
  for (const code of [looping, returningZeros(10_000_000), revertingWithItself(lookup)]) {
    const { contractAddress } = await chain.send({ data: returning(code) });
    if (!contractAddress) throw new Error('The contract was not deployed');
    addresses.push(contractAddress);
  }
  return addresses;
}
