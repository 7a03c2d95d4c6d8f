import { openSolidityTests } from '../solidity-tests.ts';

/**
 * Runs Solidity tests on artifacts for the parent process, which sends lists of test files and gets whether they passed. One
 * process runs many, because Hardhat takes longer to start than most tests take. Inputs are the same for every mutant.
 */
const runTests = await openSolidityTests({
  fuzz: 64,
  invariants: 16,
  seed: 2_112_620_268,
  gasLimit: 8_000_000_000n,
});
process.on('message', async (files: string[]) => {
  process.send?.(await runTests(files, false));
});
process.send?.('ready');
