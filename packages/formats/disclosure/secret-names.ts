import type { Disclosure } from './disclosure.ts';

const secret = (reason: string): Disclosure[] => [{ kind: 'secret', reason }];

/** Names of files that hold secrets whatever is in them. */
const NAMES: readonly [name: RegExp, reason: string][] = [
  [/^\.env(\..+)?$/, 'Files of this name hold passwords and keys of programs'],
  [/^(id_(rsa|dsa|ecdsa|ed25519)(_sk)?|identity)$/, 'Files of this name are private keys of SSH'],
  [
    /\.(ppk|kdbx?|jks|keystore|p12|pfx|agilekeychain|opvault)$/,
    'Files of this kind hold private keys or passwords',
  ],
  [/^(wallet\.dat|utc--\d{4}-.+--[\da-f]{40})$/, 'Files of this name hold the keys of a wallet'],
  [
    /^(\.netrc|_netrc|\.pgpass|pgpass\.conf|\.my\.cnf|\.git-credentials|\.vault[-_]pass|\.vault-token|\.htpasswd|\.s3cfg|\.boto|\.rediscli_auth|\.dockercfg|kaggle\.json)$/,
    'Files of this name hold passwords',
  ],
  [
    /^(\.?secrets?(\.[a-z]+)?\.(ya?ml|toml|json|env|ini|txt)|passwords?\.(txt|csv|xlsx|json|kdbx))$/,
    'Files of this name hold passwords or keys',
  ],
  [
    /^\.(bash|zsh|sh|fish|python|node_repl|psql|mysql|sqlite|irb|ipython)_?history$/,
    'Lists commands that a person typed',
  ],
];
/** Patterns for others to fill in, which are published on purpose. */
const PATTERNS = /[._-](example|sample|template|dist|defaults?|schema|tpl|test)(\.\w+)?$/;

/** Whether a name says that a file is published as an example. */
export const isExampleName = (name: string) =>
  PATTERNS.test(name.toLowerCase()) || /^(example|sample|template)\b|test[-_ ]?vector|fixture/i.test(name);

/** What the name of a file says of secrets in it. @param path with `/` */
export function namedSecrets(path: string): Disclosure[] {
  const segments = path.toLowerCase().split('/');
  const name = segments.at(-1) ?? '';
  if (isExampleName(name)) return [];
  const folder = segments.at(-2) ?? '';
  if (folder === '.aws' && name === 'credentials') return secret('Files of this name hold keys of AWS');
  if (folder === '.gnupg' && /\.(key|gpg)$/.test(name))
    return secret('Files of this name hold keys of GnuPG');
  const [, reason] = NAMES.find(([pattern]) => pattern.test(name)) ?? [];
  return reason ? secret(reason) : [];
}
