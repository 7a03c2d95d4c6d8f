import type { LocalAccountName } from '@labroom/contracts/local-accounts';
import type { Bytes } from '../encoders/zip.ts';

export type Content = string | Bytes | Promise<string | Bytes>;

/** Everyone, the team, or the team and everybody who holds some of the lab's tokens. */
type ExampleAccess = 'PUBLIC' | 'TEAM' | 'HOLDERS';

export interface ExampleFile {
  path: string;
  /** The newest content. */
  content(): Content;
  /** By default `PUBLIC`. */
  access?: ExampleAccess;
  /** Former versions, oldest first. */
  earlier?: { content(): Content; access?: ExampleAccess }[];
  description?: string;
  tags?: string[];
  /** Names of `service/operations/cms/file-categories.json`. */
  categories?: ExampleCategory[];
  /** Who uploads it; by default the lab's owner. */
  by?: LocalAccountName;
}

type ExampleCategory =
  | 'Research data'
  | 'Protocols'
  | 'Reports'
  | 'Publications'
  | 'Software'
  | 'Intellectual property'
  | 'Funding and finance'
  | 'Project';

/** Categories of files by their top folder. Others are research data. */
const categories: Readonly<Record<string, ExampleCategory>> = {
  'README.md': 'Project',
  protocols: 'Protocols',
  field: 'Protocols',
  analysis: 'Software',
  figures: 'Reports',
  reports: 'Reports',
};

/**
 * A file of an example lab.
 * @param tags separated by commas
 */
export function file(
  path: string,
  description: string,
  tags: string,
  content: ExampleFile['content'],
  rest: Omit<ExampleFile, 'path' | 'description' | 'tags' | 'content'> = {},
): ExampleFile {
  const [folder = ''] = path.split('/');
  const category = categories[folder] ?? 'Research data';
  return { path, description, tags: tags.split(', '), content, categories: [category], ...rest };
}

export interface ExampleLab {
  name: string;
  /** Markdown. */
  description: string;
  owner: LocalAccountName;
  grants: { to: LocalAccountName; role: 'VIEWER' | 'CONTRIBUTOR'; isAgent?: boolean; days?: number }[];
  /** In the order of their publication. */
  announcements: { headline: string; body: string }[];
  files: ExampleFile[];
  /** Discussions of public files, by members, the first comment first, and who reviewed the file. */
  talk?: ExampleTalk[];
  /** Made last. */
  release?: { name: string; description: string };
  /** SVG. */
  image?: string;
  token?: ExampleToken;
}

export interface ExampleTalk {
  path: string;
  comments: { by: LocalAccountName; body: string }[];
  reviewedBy?: LocalAccountName;
}

export interface ExampleToken {
  symbol: string;
  /** Tokens at first, all held by the owner. */
  supply: number;
  /** What is sent afterwards, in this order. */
  transfers: ExampleTransfer[];
  /** Tokens that open the files for holders. */
  minimum: number;
}

export interface ExampleTransfer {
  /** An account of the local chain, the account of the lab, or one of the holders without a key, by number. */
  to: LocalAccountName | 'lab' | number;
  amount: number;
  /** By default the lab's owner. */
  from?: LocalAccountName;
  /** Issues the tokens instead of sending them. */
  isIssued?: boolean;
}

/** The bytes of a version of an example file. */
export async function bytesOf({ content }: Pick<ExampleFile, 'content'>): Promise<Bytes> {
  const made = await content();
  return typeof made === 'string' ? new TextEncoder().encode(made) : made;
}
