import { openSolidityTests } from '@labroom/contracts/solidity-tests.ts';
import { depth, isQuick, seed } from '@labroom/testing/depth.ts';

/**
 * Runs the Solidity tests with the depth of `testing/depth.ts`. Exits with 0 if all passed. Runs only the test files given as
 * arguments, if any; those without invariants only, because Hardhat does not build handlers for single files.
 */
console.log(`TEST_SEED=${seed}`);
const { solidityFuzz: fuzz, solidityInvariants: invariants } = depth;
const runTests = await openSolidityTests({ fuzz, invariants, seed, isOptimized: !isQuick });
process.exitCode = (await runTests(process.argv.slice(2), true)) ? 0 : 1;
