/** A page of the guide for developers, `/developers/<name>`. Its text is `docs/developers/<name>.md`. */
export interface DeveloperPage {
  name: string;
  title: string;
  /** What a reader can do afterwards. */
  summary: string;
}

/** In the order of the guide. The web app serves each as a page and as Markdown; the service lists them in `/llms.txt`. */
export const developerPages = [
  { name: 'start', title: 'Start', summary: 'From an empty folder to the first encrypted file and back.' },
  { name: 'mint', title: 'Mint a lab', summary: 'A lab on the chain, with its data room.' },
  {
    name: 'upload',
    title: 'Upload files',
    summary: 'Public files, encrypted files, folders and new versions.',
  },
  { name: 'roles', title: 'Share by role', summary: 'Viewers and contributors, with or without an end.' },
  {
    name: 'conditions',
    title: 'Access conditions',
    summary: 'Files that open by role, by balance or by any contract.',
  },
  {
    name: 'read',
    title: 'Read and search',
    summary: 'Labs, files, search results and downloads, decrypted.',
  },
  { name: 'tokenize', title: 'Give the lab a token', summary: 'Agreement, signed terms and the token.' },
  {
    name: 'follow',
    title: 'Follow what happens',
    summary: 'Every event once, by page, stream, webhook or Atom.',
  },
  {
    name: 'pay',
    title: 'Pay per call',
    summary: 'Single calls for a cent, with a wallet and without a credential.',
  },
  {
    name: 'agents',
    title: 'Agents',
    summary: 'The one page for a coding agent: from the origin to decrypted bytes, by API, payment or MCP.',
  },
  {
    name: 'credentials',
    title: 'Credentials',
    summary: 'Who is calling: consumer credentials and service tokens.',
  },
  { name: 'client', title: 'Client reference', summary: 'Every export of `@labroom/client`.' },
  { name: 'errors', title: 'Errors', summary: 'Every code and reason, what it means and what to do.' },
  { name: 'limits', title: 'Limits', summary: 'Conventions, sizes, rates and pages of lists.' },
  {
    name: 'differences',
    title: 'Differences',
    summary: 'What is otherwise here, or more, than in the interface that other services share.',
  },
] as const satisfies readonly DeveloperPage[];

export type DeveloperPageName = (typeof developerPages)[number]['name'];
