import type { CommandDescription, OptionDescription } from './command-line/command.ts';
import { labOption, serviceOption } from './connection/connect.ts';
import { signerOptions } from './signing/signer.ts';

const json = [null, 'print one JSON document'] as const satisfies OptionDescription;
/** Options of every command. */
const commonOptions = { json, help: [null, 'show this help'] } as const satisfies Record<
  string,
  OptionDescription
>;

const yes = [null, 'do not ask'] as const satisfies OptionDescription;
const access = [
  'WHO',
  'who may open files that are new in the lab: team or public',
  ['team', 'public'],
] as const satisfies OptionDescription;
const transferOptions = {
  yes,
  'dry-run': [null, 'only show what would be done'],
  verbose: [null, 'list every file of the plan, not only the first 20'],
  exclude: ['PATTERN…', 'leave out, on both sides, what the pattern names, as in .gitignore; more than once'],
} as const satisfies Record<string, OptionDescription>;

const publishOptions = {
  'publish-named': [null, 'publish also files that reveal persons or secrets'],
  'no-text': [null, 'do not send the text of public files for search'],
} as const satisfies Record<string, OptionDescription>;

const rpcOption = [
  'URL',
  'a node of the chain; default: LABROOM_RPC_URL',
] as const satisfies OptionDescription;
const transactionOptions = {
  ...{ yes, rpc: rpcOption, lab: labOption, service: serviceOption },
  ...signerOptions,
} as const satisfies Record<string, OptionDescription>;

const withoutSession = ' What is public needs no login where --service, or the folder, names the service.';

const described: Readonly<Record<string, CommandDescription>> = {
  login: {
    args: '',
    summary: 'sign in with a wallet',
    details:
      'The wallet signs for a credential (180 days) and a token of this program. Both are kept in the configuration folder, readable only by you; keys and passwords are not.',
    options: {
      service: ['URL', 'the service; default: that of the last login'],
      ...signerOptions,
      browser: [null, 'wallet of a browser: opens a page of this machine that asks it'],
    },
    load: async () => (await import('./commands/login.ts')).login,
  },
  logout: {
    args: '',
    summary: 'end the session, here and at the service',
    options: { service: serviceOption },
    load: async () => (await import('./commands/logout.ts')).logout,
  },
  init: {
    args: 'LAB',
    summary: 'tie this folder to a lab',
    details: 'LAB is an oclId or a short name. Writes .labroom/config.json.',
    options: { service: serviceOption, access },
    load: async () => (await import('./commands/init.ts')).init,
  },
  ls: {
    args: '[PATH…]',
    summary: 'list files of the lab, or your labs',
    details: withoutSession.trim(),
    options: { lab: labOption, service: serviceOption },
    tool: 'reads',
    load: async () => (await import('./commands/ls.ts')).ls,
  },
  up: {
    args: '[PATH…]',
    summary: 'upload what is new or changed here',
    details:
      'Encrypts here, except for public files. Before files become public, their headers are read: those that reveal persons, places or secrets are named with the reason, and asked about; with --yes they are left out, and the exit code is 1. What systems leave in folders, and what .gitignore and .labroomignore name, is left out, unless it is in the lab already. A changed file becomes a new version for the readers of the version before it. What was changed on both sides is listed, and not touched. A large file of which parts were sent before an interruption goes on with the next run, for 48 hours.',
    options: { access, ...publishOptions, ...transferOptions },
    tool: 'irreversible',
    load: async () => (await import('./commands/sync.ts')).up,
  },
  down: {
    args: '[PATH…]',
    summary: 'download what is new or changed in the lab',
    details:
      'Decrypts and verifies here. A file appears under its name only when its hash is right. What was changed on both sides is listed, and not touched.',
    options: transferOptions,
    tool: 'writes',
    load: async () => (await import('./commands/sync.ts')).down,
  },
  sync: {
    args: '[PATH…]',
    summary: 'make this folder and the lab equal, both ways',
    details:
      'Compares by hash with what both were at the last run, and transfers only what changed. It may be interrupted at any moment; the next run continues. A renamed file is renamed on the other side: in the lab it is known by its DID, here by its content. Whenever something was not kept on both sides, the exit code is not 0.',
    options: {
      access,
      delete: [null, 'carry deletions over: into the trash of the lab, and into .labroom/trash here'],
      'keep-both': [null, 'where both sides changed: give the local file another name, and keep both'],
      ...publishOptions,
      ...transferOptions,
    },
    tool: 'irreversible',
    load: async () => (await import('./commands/sync.ts')).sync,
  },
  status: {
    args: '',
    summary: 'who is signed in, and what a sync of this folder would do',
    options: { verbose: transferOptions.verbose, service: serviceOption },
    load: async () => (await import('./commands/status.ts')).status,
  },
  get: {
    args: 'PATH',
    summary: 'download one file',
    details: `Decrypts and verifies it here. It replaces no file.${withoutSession}`,
    options: {
      output: ['FILE', 'where to; default: its name, in the current folder'],
      version: ['NUMBER', 'the version; default: the newest'],
      lab: labOption,
      service: serviceOption,
    },
    load: async () => (await import('./commands/get.ts')).get,
  },
  cat: {
    args: 'PATH',
    summary: 'print one file',
    details: `Its end is printed only when all of it was verified; otherwise the exit code is 1.${withoutSession}`,
    options: {
      version: ['NUMBER', 'the version; default: the newest'],
      lab: labOption,
      service: serviceOption,
    },
    load: async () => (await import('./commands/get.ts')).cat,
  },
  mv: {
    args: 'FROM TO',
    summary: 'rename a file or folder of the lab',
    details:
      'It stays the same file, with its versions and citations. In a tied folder the next sync renames it here.',
    options: { lab: labOption, service: serviceOption },
    load: async () => (await import('./commands/entries.ts')).mv,
  },
  rm: {
    args: 'PATH…',
    summary: 'move files and folders to the trash of the lab',
    options: { yes, lab: labOption, service: serviceOption },
    load: async () => (await import('./commands/entries.ts')).rm,
  },
  restore: {
    args: '[PATH…]',
    summary: 'bring files back from the trash of the lab, or list it',
    options: { lab: labOption, service: serviceOption },
    load: async () => (await import('./commands/entries.ts')).restore,
  },
  search: {
    args: 'WORDS…',
    summary: 'search labs, files and announcements',
    options: {
      lab: ['LAB', 'only in this lab, by oclId or short name; default: in all'],
      service: serviceOption,
    },
    load: async () => (await import('./commands/search.ts')).search,
  },
  open: {
    args: '[PATH]',
    summary: 'open the page of the lab or of a file in the browser',
    options: { print: [null, 'only print the address'], lab: labOption, service: serviceOption },
    load: async () => (await import('./commands/open.ts')).open,
  },
  who: {
    args: 'PATH',
    summary: 'who may open a file',
    details:
      'Names the access conditions, and the members of the lab where a role opens it. Owners also see who has received a key.',
    options: { lab: labOption, service: serviceOption },
    tool: 'reads',
    load: async () => (await import('./commands/who.ts')).who,
  },
  grant: {
    args: 'WALLET ROLE',
    summary: 'give a wallet a role: viewer or contributor',
    details:
      'WALLET is an address or a name of ENS or Basenames. Sends a transaction, which the signing wallet pays for.',
    options: {
      until: ['DATE', 'the end of the role: a date (to its end in UTC) or a time'],
      agent: [null, 'mark the wallet as an agent'],
      ...transactionOptions,
    },
    load: async () => (await import('./commands/access.ts')).grant,
  },
  revoke: {
    args: 'WALLET',
    summary: 'end the role of a wallet',
    details: 'From the next block on the wallet receives no key. What it downloaded before, it keeps.',
    options: transactionOptions,
    load: async () => (await import('./commands/access.ts')).revoke,
  },
  verify: {
    args: '[FILE…]',
    summary: 'verify files, a release or decisions on access',
    details:
      'Files: which versions of the lab have their content. With --release: whether the manifest has its hash, and a folder (default: this one) the files of the release. With --decision: whether requests and decisions were signed as they say, or are on the chain.',
    options: {
      release: ['DID', 'the release'],
      decision: ['FILE', 'JSON, as the page of access requests exports it'],
      rpc: rpcOption,
      lab: labOption,
      service: serviceOption,
    },
    tool: 'reads',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  cite: {
    args: '[PATH]',
    summary: 'cite a version of a file, or a release',
    options: {
      version: ['NUMBER', 'the version; default: the newest'],
      release: ['DID', 'the release'],
      format: [
        'FORMAT',
        'text, bibtex, csl (CSL-JSON) or cff; default: text',
        ['text', 'bibtex', 'csl', 'cff'],
      ],
      lab: labOption,
      service: serviceOption,
    },
    tool: 'reads',
    load: async () => (await import('./commands/cite.ts')).cite,
  },
  mcp: {
    args: '',
    summary: 'serve this folder to an agent, by the Model Context Protocol',
    details:
      'For the configuration of an agent: it starts the command and speaks to it on stdin and stdout. Tools: ls, up, down, sync, who, verify and cite, in this folder, without questions. Keys stay in this program. With --pay-up-to also create_lab, create_announcement, paid_upload and paid_download: a wallet pays for them, by default that of the login. The amounts hold for all processes and later runs of this user.',
    options: {
      folder: ['PATH', 'the folder; default: the current one'],
      'pay-up-to': ['AMOUNT', 'pay at most this in all, e.g. 0.06; default: pay nothing'],
      'pay-per-day': ['AMOUNT', 'and of it at most this in any 24 hours'],
      'pay-by-channel': [
        'AMOUNT',
        'pay single calls from a payment channel, by deposits of this amount; default: by a transfer each',
      ],
      service: serviceOption,
      ...signerOptions,
    },
    load: async () => (await import('./commands/mcp.ts')).mcpOf(commandTable),
  },
  payments: {
    args: '',
    summary: 'list what your wallet paid for single calls',
    details:
      'Calls of the gateway, newest first, with what was charged. --csv is for spreadsheets: RFC 4180, amounts in whole tokens, and no text of others is a formula.',
    options: {
      csv: [null, 'print CSV'],
      limit: ['NUMBER', 'only the newest; default: all'],
      service: serviceOption,
    },
    load: async () => (await import('./commands/payments.ts')).payments,
  },
  withdraw: {
    args: '',
    summary: 'take out what is left in payment channels',
    details:
      'Of the deposits that mcp made with --pay-by-channel. The first run announces it, and from then on the channels pay no calls. A run after the delay, a day, pays it out. Both are transactions: the wallet needs ether.',
    options: { yes, rpc: rpcOption, service: serviceOption, ...signerOptions },
    load: async () => (await import('./commands/withdraw.ts')).withdraw,
  },
  completion: {
    args: 'SHELL',
    summary: 'print the completion script for bash, zsh or fish',
    details: 'For bash: eval "$(labroom completion bash)" in ~/.bashrc.',
    options: {},
    load: async () => (await import('./commands/completion.ts')).completionOf(commandTable),
  },
};

/** Every command: the help, the completions and the README are written from this table. */
export const commandTable: Readonly<Record<string, CommandDescription>> = Object.fromEntries(
  Object.entries(described).map(([name, { options, ...rest }]) => [
    name,
    { ...rest, options: { ...options, ...commonOptions } },
  ]),
);
