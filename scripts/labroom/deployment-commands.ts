import { KeystoreError } from '@labroom/contracts/keystore';
import { type Manifest, ManifestError } from '@labroom/contracts/manifest';
import { deployContractsCommand, deployOptions } from '@labroom/deploy/deploy-command';
import { DeploymentError } from '@labroom/deploy/deploy-suite';
import { DeployUsageError } from '@labroom/deploy/deploy-usage-error';
import type { Submissions } from '@labroom/deploy/explorers';
import { deployImplementationCommand, implementationOptions } from '@labroom/deploy/implementation-command';
import { verifyDeploymentCommand, verifyOptions } from '@labroom/deploy/verify-command';

type Options = Readonly<Record<string, readonly [placeholder: string | null, meaning: string]>>;

/** Commands about contracts. They need a node and a key, and no database. */
export const deploymentCommands: Readonly<
  Record<string, { summary: string; options: Options; run: (args: string[]) => Promise<0 | 1 | 3> }>
> = {
  'deploy-contracts': {
    summary: 'Deploy the contracts to a chain, owned by a Safe behind a timelock.',
    options: deployOptions,
    run: async (args) => {
      await deployContractsCommand(args, process.env, print);
      return 0;
    },
  },
  'deploy-implementation': {
    summary: 'Deploy the code of an upgrade, and show what the Safe proposes.',
    options: implementationOptions,
    run: async (args) => {
      await deployImplementationCommand(args, process.env, print);
      return 0;
    },
  },
  'verify-deployment': {
    summary: 'Compare deployed contracts with their manifest and this checkout.',
    options: verifyOptions,
    run: (args) => verifyDeploymentCommand(args, process.env, print, compileSubmissions),
  },
};

/** @returns the exit code: 0, 1 for a fault, 2 for a command line that is not understood, 3 for what could not be compared */
export async function runDeploymentCommand(name: string, args: string[]): Promise<0 | 1 | 2 | 3> {
  const command = deploymentCommands[name];
  if (!command) throw new Error(`There is no command ${name}.`);
  if (args.includes('--help') || args.includes('-h')) {
    print(usageOf(name));
    return 0;
  }
  try {
    return await command.run(args);
  } catch (error) {
    if (error instanceof DeployUsageError || isParseArgsError(error)) {
      console.error(`${error.message}\n${usageOf(name)}`);
      return 2;
    }
    if (error instanceof ManifestError) {
      console.error(`The manifest ${error.message}.`);
      return 1;
    }
    const isForOperators = [DeploymentError, KeystoreError].some((kind) => error instanceof kind);
    console.error(isForOperators && error instanceof Error ? error.message : error);
    return 1;
  }
}

export function usageOf(name: string): string {
  const { summary = '', options = {} } = deploymentCommands[name] ?? {};
  const lines = Object.entries(options).map(([option, [placeholder, meaning]]) =>
    `      --${option}${placeholder ? ` <${placeholder}>` : ''}`.padEnd(36).concat(meaning),
  );
  return [`  ${name}`.padEnd(24).concat(summary), ...lines].join('\n');
}

/** The compiler is loaded only if sources are submitted. */
async function compileSubmissions(manifest: Manifest): Promise<Submissions> {
  const { submissionsFor } = await import('./submissions.ts');
  return submissionsFor(manifest);
}

function print(line: string): void {
  console.log(line);
}

const isParseArgsError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
