import { setTimeout as pause } from 'node:timers/promises';
import type { DeployedContract } from '@labroom/contracts/manifest';

/** What an explorer compiles. */
export interface Submission {
  deployed: DeployedContract;
  /** Standard JSON input of the compiler. */
  input: object;
  /** For example `0.8.37+commit.f401782d`. */
  compilerVersion: string;
  /** Source and name: `project/contracts/src/LabNFT.sol:LabNFT`. */
  identifier: string;
}

/** What is submitted for a deployment. */
export interface Submissions {
  submissions: Submission[];
  /** Contracts that are deployed with the code of their publisher: timelock, proxies, EntryPoint, registry. */
  omitted: string[];
}

interface Waiting {
  /** Milliseconds between two questions about a job, and how many are asked. */
  everyMs: number;
  attempts: number;
}
const patience: Waiting = { everyMs: 3_000, attempts: 40 };

/** Verifies the source of a contract somewhere. Returns the outcome as text. @throws Error */
export type Explorer = (chainId: number, submission: Submission) => Promise<string>;

/** Sourcify, API version 2 (https://docs.sourcify.dev/docs/api/). @param url e.g. `https://sourcify.dev/server` */
export function sourcify(url: string, waiting = patience): Explorer {
  return async (chainId, { deployed, input, compilerVersion, identifier }) => {
    const response = await fetch(`${url}/v2/verify/${chainId}/${deployed.address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        stdJsonInput: input,
        compilerVersion,
        contractIdentifier: identifier,
        ...(deployed.transactionHash && { creationTransactionHash: deployed.transactionHash }),
      }),
    });
    const submitted = await jsonOf(response);
    if (submitted.customCode === 'already_verified') return 'already verified';
    if (response.status !== 202) throw new Error(String(submitted.message ?? `HTTP ${response.status}`));
    return settled(waiting, async () => {
      const job = await jsonOf(await fetch(`${url}/v2/verify/${submitted.verificationId}`));
      if (!job.isJobCompleted) return null;
      const { match } = (job.contract ?? {}) as { match?: string | null };
      if (!match)
        throw new Error(String((job.error as { message?: string } | undefined)?.message ?? 'no match'));
      return match;
    });
  };
}

/** Etherscan's API, version 2, which other explorers follow. @param url e.g. `https://api.etherscan.io/v2/api` */
export function etherscan(url: string, apiKey: string, waiting = patience): Explorer {
  const ask = async (chainId: number, fields: Record<string, string>, init?: RequestInit) => {
    const query = new URLSearchParams({ chainid: String(chainId), ...(init ? {} : fields), apikey: apiKey });
    return (await jsonOf(await fetch(`${url}?${query}`, init))) as { status?: string; result?: string };
  };
  return async (chainId, { deployed, input, compilerVersion, identifier }) => {
    const body = new URLSearchParams({
      module: 'contract',
      action: 'verifysourcecode',
      codeformat: 'solidity-standard-json-input',
      sourceCode: JSON.stringify(input),
      contractaddress: deployed.address,
      contractname: identifier,
      compilerversion: `v${compilerVersion}`,
      // The API's own spelling.
      constructorArguements: deployed.constructorArguments.slice(2),
    });
    const { status, result = '' } = await ask(chainId, {}, { method: 'POST', body });
    if (/already verified/i.test(result)) return 'already verified';
    if (status !== '1') throw new Error(result || 'the explorer rejected the source');
    return settled(waiting, async () => {
      const fields = { module: 'contract', action: 'checkverifystatus', guid: result };
      const job = await ask(chainId, fields);
      if (/pending|in progress/i.test(job.result ?? '')) return null;
      if (job.status === '1' || /already verified/i.test(job.result ?? '')) return job.result ?? 'verified';
      throw new Error(job.result ?? 'the explorer gave no result');
    });
  };
}

async function settled({ everyMs, attempts }: Waiting, ask: () => Promise<string | null>): Promise<string> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const outcome = await ask();
    if (outcome !== null) return outcome;
    await pause(everyMs);
  }
  throw new Error('the explorer did not finish in time; repeat the command later');
}

async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`HTTP ${response.status}: ${text.slice(0, 200)}`);
  }
}
