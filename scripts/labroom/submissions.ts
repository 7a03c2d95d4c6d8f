import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import config from '@labroom/contracts/hardhat.config.ts';
import type { Manifest } from '@labroom/contracts/manifest';
import type { Submission, Submissions } from '@labroom/deploy/explorers';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';

const ROOT = resolve(import.meta.dirname, '../..');

interface BuildInfo {
  solcLongVersion: string;
  input: { sources: Record<string, unknown> };
}

/** Compiles the contracts and returns what explorers need to compile them too. */
export async function submissionsFor({ deployment }: Manifest): Promise<Submissions> {
  const hre = await createHardhatRuntimeEnvironment(
    config,
    { config: resolve(ROOT, 'contracts/hardhat.config.ts') },
    ROOT,
  );
  await hre.tasks.getTask('build').run({ quiet: true, noTests: true });
  const own = new Set(
    [...(await hre.artifacts.getAllFullyQualifiedNames())].map((name) => name.split(':')[1]),
  );
  const submissions: Submission[] = [];
  const omitted: string[] = [];
  for (const deployed of deployment?.contracts ?? []) {
    // A contract that another one creates was compiled with its creator.
    const { createdBy } = deployed;
    const creator = deployment?.contracts.find(({ address }) => address === createdBy?.address);
    const unit = (creator ?? deployed).contract;
    const id = own.has(unit) ? await hre.artifacts.getBuildInfoId(unit) : undefined;
    const path = id && (await hre.artifacts.getBuildInfoPath(id));
    if (!path) {
      omitted.push(deployed.name);
      continue;
    }
    const { input, solcLongVersion }: BuildInfo = JSON.parse(await readFile(path, 'utf8'));
    const source = Object.keys(input.sources).find((name) => name.endsWith(`/${deployed.contract}.sol`));
    if (!source) throw new Error(`The sources of ${unit} do not contain ${deployed.contract}.`);
    const identifier = `${source}:${deployed.contract}`;
    submissions.push({ deployed, input, compilerVersion: solcLongVersion, identifier });
  }
  return { submissions, omitted };
}
