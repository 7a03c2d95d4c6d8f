import { createRequire } from 'node:module';
import { type Address, type Hex, pad } from 'viem';
import { describe, expect, it } from 'vitest';
import { safeFindings } from './safe.ts';

const require = createRequire(import.meta.url);
const codeOf = (path: string): Hex =>
  require(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`).deployedBytecode;
const proxy = codeOf('proxies/SafeProxy.sol/SafeProxy');
const [safe, singleton, one, two, module] = ['1', '2', '3', '4', '5'].map(
  (digit): Address => `0x${digit.repeat(40)}`,
) as [Address, Address, Address, Address, Address];

/** What is found where these codes are at the addresses of the Safe and of its code. */
const findingsOf = (code: Hex | undefined, behind: Hex, modules: Address[] = []) =>
  safeFindings(
    {
      getCode: async ({ address }: { address: Address }) => (address === safe ? code : behind),
      getStorageAt: async () => pad(singleton),
      readContract: async ({ functionName }: { functionName: string }) =>
        ({ getOwners: [one, two], getThreshold: 2n })[functionName] ?? [modules, one],
    } as never,
    safe,
  );
const unknown = `the Safe at ${safe} does not have the code of a published Safe, so nobody knows for whom it acts`;
const notVerified = { passed: [], failed: [], unverified: [unknown] };

describe('the Safe of a manifest', () => {
  it.each(['Safe.sol/Safe', 'SafeL2.sol/SafeL2'])('is known by the published code: %s', async (path) => {
    expect(await findingsOf(proxy, codeOf(path))).toEqual({
      passed: [
        `the Safe at ${safe} has the code of Safe 1.5.0 and the threshold 2; its owners: ${one}, ${two}`,
      ],
      failed: [],
      unverified: [],
    });
  });

  it('is not verified by its functions, whether other code is in front or behind', async () => {
    expect(await findingsOf('0x6000', codeOf('SafeL2.sol/SafeL2'))).toEqual(notVerified);
    expect(await findingsOf(proxy, '0x6000')).toEqual(notVerified);
  });

  it('is no key', async () => {
    expect(await findingsOf(undefined, '0x')).toMatchObject({
      failed: [`the Safe at ${safe}: there is no code`],
    });
  });

  it('is not verified with a module', async () => {
    expect(await findingsOf(proxy, codeOf('Safe.sol/Safe'), [module])).toMatchObject({
      failed: [],
      unverified: [`the Safe at ${safe} has the module ${module}, which acts for it without its owners`],
    });
  });
});
