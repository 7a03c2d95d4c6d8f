import { parseArgs } from 'node:util';
import { type Manifest, parseManifest } from '@labroom/contracts/manifest';
import { loadManifest } from '@labroom/contracts/read-manifest';
import { terminalText } from '@labroom/protocol/terminal-text';
import { keptHistory } from './administrator-events.ts';
import { DeployUsageError } from './deploy-usage-error.ts';
import { type Explorer, etherscan, type Submissions, sourcify } from './explorers.ts';
import { verifyDeployment } from './verify-deployment.ts';

/** Options of `verify-deployment`: placeholder and meaning. */
export const verifyOptions = {
  contracts: ['file', 'the manifest: a file, or a URL of https with #sha256= and its hash'],
  rpc: ['url', 'JSON-RPC endpoint of the chain'],
  progress: ['file', 'keeps how far the events were read, so that an interrupted command goes on'],
  sourcify: ['url', 'submit the sources to this Sourcify server'],
  etherscan: ['url', 'submit the sources to this explorer (API version 2); the key is in ETHERSCAN_API_KEY'],
} as const satisfies Record<string, readonly [string, string]>;

/**
 * `labroom verify-deployment`: compares addresses, code, settings and what administrators did with the manifest and this checkout, and submits
 * the sources.
 * @param submissionsFor compiles; called only if sources are submitted
 * @returns the exit code: 0 if everything is as expected, 1 if something is not, 3 if something could not be compared
 */
export async function verifyDeploymentCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  submissionsFor: (manifest: Manifest) => Promise<Submissions>,
): Promise<0 | 1 | 3> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      contracts: { type: 'string' },
      rpc: { type: 'string' },
      progress: { type: 'string' },
      sourcify: { type: 'string' },
      etherscan: { type: 'string' },
    },
  });
  if (!values.contracts || !values.rpc) throw new DeployUsageError('Say --contracts and --rpc.');
  const manifest = parseManifest((await loadManifest(values.contracts, { isLocal: false })) ?? '');
  const { passed, failed, unverified } = await verifyDeployment(
    values.rpc,
    manifest,
    values.progress ? await keptHistory(values.progress) : {},
  );
  // The manifest and the node are the word of others.
  for (const line of passed) print(terminalText(`ok      ${line}`));
  for (const line of failed) print(terminalText(`FAILED  ${line}`));
  for (const line of unverified) print(terminalText(`NOT VERIFIED  ${line}`));
  if (failed.length > 0) return 1;
  const outcome = unverified.length > 0 ? 3 : 0;

  const explorers: Record<string, Explorer> = {
    ...(values.sourcify && { Sourcify: sourcify(values.sourcify) }),
    ...(values.etherscan && { Explorer: etherscan(values.etherscan, env.ETHERSCAN_API_KEY ?? '') }),
  };
  if (Object.keys(explorers).length === 0) return outcome;
  const { submissions, omitted } = await submissionsFor(manifest);
  print(`Not submitted, because their publisher's code was deployed: ${omitted.join(', ')}`);
  let isComplete = true;
  for (const [name, submit] of Object.entries(explorers))
    for (const submission of submissions) {
      const outcome = await submit(manifest.chainId, submission).catch((error: unknown) => {
        isComplete = false;
        return `FAILED: ${error instanceof Error ? error.message : String(error)}`;
      });
      print(`${name}  ${submission.deployed.name}: ${outcome}`);
    }
  return isComplete ? outcome : 1;
}
