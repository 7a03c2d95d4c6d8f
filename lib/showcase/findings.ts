import type { DownloadPorts } from '@labroom/client/download/download-ports';
import { checkStoredHash } from '@labroom/client/download/open-file';
import type { AnswersAtBlock } from '../access/try-at-block.ts';

export interface FigureToCheck {
  oclId: string;
  /** A public file, as the page shows it. */
  picture: { path: string; version: number; contentHash: string };
  closed: { name: string; conditions: string; member: string } | null;
}

/** One thing that was checked, or that was not. */
export interface Finding {
  verdict: 'good' | 'bad' | 'unknown';
  text: string;
}

/** What the check asks. */
export interface CheckPorts {
  download: {
    api: Pick<DownloadPorts['api'], 'findVersion'>;
    crypto: DownloadPorts['crypto'];
  };
  askChain(conditions: string, member: string): Promise<AnswersAtBlock>;
  /** Name of the node, for the reader. */
  node: string;
}

/** Says what was checked, and what was not: the hash is the service's record, and the rule is the chain's. */
export async function findingsOf(figure: FigureToCheck, ports: CheckPorts): Promise<Finding[]> {
  const { picture, closed } = figure;
  const [hash, rule] = await Promise.all([checkHash(figure, ports), closed && checkRule(closed, ports)]);
  const name = picture.path.split('/').at(-1);
  return [
    hash,
    ...(rule ? [rule] : []),
    {
      verdict: 'unknown',
      text: `Not checked: the author and the date of ${name}. They and the hash are the record of this service; the chain has the lab, its members and who may open what.`,
    },
  ];
}

async function checkHash({ oclId, picture }: FigureToCheck, { download }: CheckPorts): Promise<Finding> {
  const { path, version, contentHash } = picture;
  const name = path.split('/').at(-1);
  try {
    const found = await download.api.findVersion(oclId, path, version);
    if (!found) return { verdict: 'bad', text: `The service no longer has version ${version} of ${name}.` };
    const { signal } = new AbortController();
    const { actual } = await checkStoredHash(download, found, { signal });
    if (actual !== contentHash || found.contentHash !== contentHash)
      return {
        verdict: 'bad',
        text: `The bytes of ${name} have the hash ${actual}. The page says ${contentHash}, and the service now ${found.contentHash}. Do not trust the file.`,
      };
    const bytes = found.contentLength.toLocaleString('en');
    return {
      verdict: 'good',
      text: `Your browser downloaded the ${bytes} bytes of ${name} and computed their SHA-256. It is the hash above, which the service gives for version ${version}.`,
    };
  } catch {
    return { verdict: 'unknown', text: `${name} could not be downloaded, so its hash is not checked.` };
  }
}

async function checkRule(
  { name, conditions, member }: NonNullable<FigureToCheck['closed']>,
  { askChain, node }: CheckPorts,
): Promise<Finding> {
  try {
    const { block, anyone, member: ofMember } = await askChain(conditions, member);
    const words = { yes: 'may open it', no: 'may not open it', unknown: 'is not known' };
    return {
      verdict: anyone === 'unknown' || ofMember === 'unknown' ? 'unknown' : anyone === 'yes' ? 'bad' : 'good',
      text: `Your browser asked the node ${node} at block ${Number(block).toLocaleString('en')} about ${name}, without this service: a wallet without a role ${words[anyone]}, ${member} ${words[ofMember]}.`,
    };
  } catch {
    return {
      verdict: 'unknown',
      text: `The node ${node} did not answer, so who opens ${name} is not checked.`,
    };
  }
}
