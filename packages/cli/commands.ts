import type { CommandDescription, OptionDescription } from './command.ts';
import { labOption, serviceOption } from './connect.ts';
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
] as const satisfies OptionDescription;
const transferOptions = {
  yes,
  'dry-run': [null, 'only show what would be done'],
} as const satisfies Record<string, OptionDescription>;

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
    options: { lab: labOption, service: serviceOption },
    load: async () => (await import('./commands/ls.ts')).ls,
  },
  up: {
    args: '[PATH…]',
    summary: 'upload what is new or changed here',
    details:
      'Encrypts here, except for public files. A changed file becomes a new version for the readers of the version before it. What was changed on both sides is listed, and not touched.',
    options: { access, ...transferOptions },
    load: async () => (await import('./commands/sync.ts')).up,
  },
  down: {
    args: '[PATH…]',
    summary: 'download what is new or changed in the lab',
    details:
      'Decrypts and verifies here. A file appears under its name only when its hash is right. What was changed on both sides is listed, and not touched.',
    options: transferOptions,
    load: async () => (await import('./commands/sync.ts')).down,
  },
  sync: {
    args: '[PATH…]',
    summary: 'make this folder and the lab equal, both ways',
    details:
      'Compares by hash with what both were at the last run, and transfers only what changed. It may be interrupted at any moment; the next run continues. A renamed file counts as a deleted and a new one.',
    options: {
      access,
      delete: [null, 'carry deletions over: into the trash of the lab, and into .labroom/trash here'],
      'keep-both': [null, 'where both sides changed: give the local file another name, and keep both'],
      ...transferOptions,
    },
    load: async () => (await import('./commands/sync.ts')).sync,
  },
};

/** Every command: the help, the completions and the README are written from this table. */
export const commandTable: Readonly<Record<string, CommandDescription>> = Object.fromEntries(
  Object.entries(described).map(([name, { options, ...rest }]) => [
    name,
    { ...rest, options: { ...options, ...commonOptions } },
  ]),
);
