/** Where an installation is, for the texts of the guide. URLs have no trailing slash. */
export interface GuideSettings {
  webUrl: string;
  serviceUrl: string;
  rpcUrl: string;
  chainId: number;
  environment: string;
}

/** The key of the account `outsider` of `npm start`, which is public. */
const localKey = /PRIVATE_KEY=0x[0-9a-f]{64}/g;

/** A text with the addresses of an installation in the place of those of `npm start`. */
export function localized(text: string, settings: GuideSettings): string {
  const { webUrl, serviceUrl, rpcUrl, chainId, environment } = settings;
  const local = text
    .replaceAll('http://127.0.0.1:3000', webUrl)
    .replaceAll('http://127.0.0.1:4000', serviceUrl)
    .replace(/(?<![\w/.])docs\/(?=(?:specification|decisions)\/[\w-]+\.md)/g, `${serviceUrl}/docs/`)
    .replaceAll('http://127.0.0.1:8545', rpcUrl)
    .replaceAll('/local/x402/', `/${environment}/x402/`)
    .replaceAll('CHAIN_ID=31337', `CHAIN_ID=${chainId}`);
  return environment === 'local' ? local : local.replace(localKey, "PRIVATE_KEY='0x…'");
}

/** Links between the pages, as they are in the repository, with their paths on the site. */
export function withSiteLinks(text: string, ending: '' | '.md'): string {
  return text
    .replace(
      /\]\((?<page>(?:reference\/)?[a-z-]+)\.md(?<anchor>#[\w-]+)?\)/g,
      `](/developers/$<page>${ending}$<anchor>)`,
    )
    .replaceAll('](../../examples/tasks/', '](/developers/files/');
}

export interface GuideCode {
  language: string;
  /** Name of the tab: a language. */
  tab: string;
  /** File that holds the code, in the folder of the examples. */
  file: string | undefined;
  code: string;
}

/** A part of a page: Markdown, or the same example in one or more languages. */
export type GuidePart = { kind: 'text'; text: string } | { kind: 'code'; codes: GuideCode[] };

const fences = /(?:^```[a-z]+(?: [\w. ]+)?\n[\s\S]*?^```\n*)+/gm;
const fence = /^```(?<language>[a-z]+)(?: (?<label>[\w. ]+))?\n(?<code>[\s\S]*?)^```$/gm;
const languageNames: Readonly<Record<string, string>> = { ts: 'TypeScript', sh: 'curl', py: 'Python' };

/** Splits a page at its code. Code blocks that follow each other are one example, a tab each. */
export function splitCode(markdown: string): GuidePart[] {
  const parts: GuidePart[] = [];
  let end = 0;
  const addText = (text: string) => {
    if (text.trim()) parts.push({ kind: 'text', text });
  };
  for (const match of markdown.matchAll(fences)) {
    addText(markdown.slice(end, match.index));
    parts.push({ kind: 'code', codes: [...match[0].matchAll(fence)].map(codeOf) });
    end = match.index + match[0].length;
  }
  addText(markdown.slice(end));
  return parts;
}

function codeOf({ groups = {} }: RegExpExecArray): GuideCode {
  const { language = '', label = '', code = '' } = groups;
  const file = label.includes('.') ? label : undefined;
  return { language, tab: file || !label ? (languageNames[language] ?? language) : label, file, code };
}
