import type { Disclosure } from './disclosure.ts';
import { seedPhrases } from './seed-phrases.ts';
import { countOf, hinted } from './texts.ts';

/** Tokens that are known by their form. */
const TOKENS: readonly [what: string, form: RegExp][] = [
  ['an access key of AWS', /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g],
  [
    'a secret key of AWS',
    /aws_?secret_?(?:access_?)?key["'\s]{0,3}[:=]["'\s]{0,3}([A-Za-z\d/+]{40})(?![A-Za-z\d/+])/gi,
  ],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z\d]{36}|github_pat_[A-Za-z\d_]{40,90})/g],
  ['a token of GitLab', /\bglpat-[\w-]{20}/g],
  ['a token of Slack', /\bxox[abeoprs]-[A-Za-z\d-]{10,}/g],
  ['an address of Slack that accepts messages', /hooks\.slack\.com\/services\/T\w{6,}\/B\w{6,}\/\w{16,}/g],
  ['a key of Anthropic', /\bsk-ant-[\w-]{20,}/g],
  ['a key of OpenAI', /(?<![\w-])sk-(?:proj-|svcacct-)[\w-]{40,200}|(?<![\w-])sk-[A-Za-z\d]{40,200}/g],
  ['a key of Stripe', /\b[rs]k_live_[A-Za-z\d]{16,}/g],
  ['a key of Google', /\bAIza[\w-]{35}/g],
  ['a secret of Google', /\bGOCSPX-[\w-]{28}/g],
  ['a key of SendGrid', /\bSG\.[\w-]{16,}\.[\w-]{16,}/g],
  ['a token of npm', /\bnpm_[A-Za-z\d]{36}\b/g],
  ['a token of PyPI', /\bpypi-[\w-]{50,}/g],
  ['a token of Hugging Face', /\bhf_[A-Za-z]{30,40}\b/g],
  ['a token of Docker', /\bdckr_pat_[\w-]{20,}/g],
  ['a token of DigitalOcean', /\bdo[opr]_v1_[\da-f]{64}\b/g],
  ['a token of a Telegram bot', /\b\d{8,10}:AA[\w-]{33}\b/g],
  ['a token of npm', /_(?:authToken|auth|password)\s*=\s*["']?([\w+/=-]{12,})/g],
  ['a password', /\bmachine\s+\S+\s+login\s+\S+\s+password\s+(\S{4,})/g],
  ['a private key', /private[_-]?key["'\s]{0,3}[:=]["'\s]{0,3}(?:0x)?([\da-f]{64})\b/gi],
  ['a key of kubectl', /\bclient-key-data:\s*([A-Za-z\d+/=]{100,})/g],
  ['a password of a container registry', /"auths"[\s\S]{0,300}?"auth"\s*:\s*"([A-Za-z\d+/=]{8,})"/g],
  [
    'a password in an address',
    /\b[a-z][a-z+]{2,20}:\/\/[^\s:@/"'<>]{1,64}:(?=[^\s@/"'<>]*\d)([^\s@/"'<>]{6,100})@(?!example|localhost|127\.)[\w.-]+/g,
  ],
];
const PEM_KEY = 'a private key of a program or server';
const KEY_STORE = 'the encrypted key of a wallet';
/** A value that is given to a name of secrets. */
const ASSIGNED =
  /\b[\w.-]{0,40}(?:passw(?:or)?d|passphrase|secret(?:_?key)?|api_?key|access_?key|auth_?token|access_?token|bot_?token|client_?secret|private_?key|_token|_key)["']?[ \t]{0,3}[:=][ \t]{0,3}(["']?)([^\s"'`,;]{8,200})\1/gi;
const PEM = /-----BEGIN (?:[A-Z\d]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----([\s\S]{0,4000})/g;
const PLACEHOLDER =
  /example|sample|placeholder|dummy|fake|change_?me|your|redacted|insert|replace|\.\.\.|…|x{4,}|\*{3,}|<|>|\$[{(A-Z]|%[({A-Z]|\{\{|process\.env|os\.environ|getenv|^(.)\1*$|1234567|abcdef|deadbeef|^(password|passw0rd|passwd|secret|postgres|mysql|root|admin|guest|test\w*|token|user\w*|pass|hunter2|letmein|qwerty\w*|foo\w*|bar\w*)$/i;
/** What stands for a token that is known by its form. Sequences such as `1234` do not: they are in made-up and in real ones. */
const STAND_IN = /example|x{4,}|your|placeholder|redacted|\.\.\.|…|\*{3,}|<|>/i;
/** Published keys of development chains: Hardhat and Anvil, Ganache. */
const PUBLISHED =
  /^(ac0974bec39a17e3|59c6995e998f97a5|5de4111afa1a4b94|7c852118294e51e6|47e179ec19748859|8b3a350cf5c34c91|92db14e403b83dfe|4bbbf85ce3377467|dbda1821b80551c9|2a871d0798f97d79|4f3edf983ac636a6|0000000000000000|0123456789abcdef|1111111111111111)/i;
const SAYS_EXAMPLE =
  /example|sample|test (key|vector|only)|for test|dummy|do not use|don't use|never use|fake|snake ?oil|placeholder|documentation/i;
const CONTEXT = 300;
const ALONE = 300;

/** Secrets of a text, each with its beginning. Placeholders and what is called an example are left out. */
export function secretsOf(text: string, { isConfiguration = false } = {}): Disclosure[] {
  // JSON, and so notebooks, write line ends and quotes with a backslash.
  const plain = text.includes('\\') ? text.replace(/\\r|\\n/g, '\n').replace(/\\"/g, '"') : text;
  const found = new Map<string, Set<string>>();
  const seen = new Set<string>();
  function add(what: string, value: string): void {
    const bare = value.replace(/^0x/, '');
    if (seen.has(bare)) return;
    seen.add(bare);
    found.set(what, (found.get(what) ?? new Set()).add(value));
  }
  for (const [what, form] of TOKENS)
    for (const match of plain.matchAll(form)) {
      const value = match[1] ?? match[0];
      const isHexKey = what === 'a private key';
      const isStandIn = isHexKey || /password/.test(what) ? isPlaceholder(value) : STAND_IN.test(value);
      if (!isStandIn && !(isHexKey && isExampleAt(plain, match.index, 64))) add(what, value);
    }
  for (const match of plain.matchAll(PEM)) {
    const body = /^(?:[\w-]+:.*\n|\s)*([A-Za-z\d+/=\s>"'\\,-]*)/.exec(match[1] ?? '')?.[1] ?? '';
    const isWhole = body.replace(/[^A-Za-z\d+/=]/g, '').length >= 60 && !/\.\.\.|…/.test(body);
    const isAll = plain.length < 2 * ALONE && plain.trimStart().startsWith(match[0].slice(0, 20));
    if (isAll || (isWhole && !isExampleAt(plain, match.index, body.length))) add(PEM_KEY, body.slice(0, 60));
  }
  if (/^PuTTY-User-Key-File-\d/.test(plain)) add(PEM_KEY, 'PuTTY');
  if (
    /"ciphertext"\s*:\s*"[\da-f]{32,}"/i.test(plain) &&
    /"kdf"\s*:/.test(plain) &&
    !isExampleAt(plain, 0, 0)
  )
    add(KEY_STORE, KEY_STORE);
  for (const [, quote = '', value = ''] of plain.matchAll(ASSIGNED))
    if ((quote || isConfiguration) && isRandom(value, isConfiguration)) add('a password or key', value);
  for (const { phrase, index } of seedPhrases(plain))
    if (!isExampleAt(plain, index, phrase.length)) add('the seed phrase of a wallet', phrase);
  return [...found].map(([what, values]) => {
    const [first = ''] = values;
    const named = what === PEM_KEY || what === KEY_STORE ? '' : `: ${hinted(first)}`;
    const more = values.size > 1 ? `, and ${countOf(values.size - 1, 'more', 'more')}` : '';
    return { kind: 'secret', reason: `Contains ${what}${named}${more}` };
  });
}

const isPlaceholder = (value: string) => PLACEHOLDER.test(value) || PUBLISHED.test(value.replace(/^0x/, ''));

/** Whether the text right before says that this is an example. A file with little else is what somebody keeps, whatever it says. */
const isExampleAt = (text: string, index: number, length: number) =>
  text.length > 2 * length + ALONE && SAYS_EXAMPLE.test(text.slice(Math.max(0, index - CONTEXT), index));

/** Whether a value is drawn at random, as keys are, and no name, path or sentence. In files of settings also what people choose. */
function isRandom(value: string, isConfiguration: boolean): boolean {
  if (isPlaceholder(value) || /^(?:https?:|\.{0,2}\/|[\w.]+\(|[A-Z][A-Z\d_]*$)|[()[\]{}]/.test(value))
    return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(value)).length;
  if (isConfiguration && kinds >= 3 && value.length >= 8) return true;
  const isHex = /^(?:0x)?[\da-f]{32,128}$/i.test(value);
  return (
    /\d/.test(value) && /[A-Za-z]/.test(value) && value.length >= 20 && entropy(value) >= (isHex ? 3 : 4)
  );
}

/** Bits for each character (Shannon). */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce(
    (sum, count) => sum - (count / value.length) * Math.log2(count / value.length),
    0,
  );
}
