import { looksLikeAddress, looksLikeDomain } from './name-lookup.ts';
import { shapeOf, shapesOfWords, squeezedShape } from './name-shape.ts';

/** Who gave itself the name. Labs have more words: a lab may study official statistics. */
export type NameKind = 'person' | 'lab' | 'program';

/** The shapes of words that are separated by spaces. */
const shapes = (words: string) => words.split(' ').map(shapeOf);

/** The product, which no name may contain, also in parts. */
const product = squeezedShape('labroom');

/** Words of roles, and of having been checked. */
const roles = {
  /** Within a longer word too. */
  anywhere: shapes('verified official support moderator administrator helpdesk'),
  begins: shapes(
    'verif vérif offici ofici offizi ufficial admin moderat certif zertifi authentic soporte suporte ' +
      'администр модерат поддержк официальн проверен верифи підтримк ' +
      '官方 客服 管理员 管理員 管理者 运营 公式 認証 认证 已验证 验证 운영자 관리자 공식 인증 सत्यापित आधिकारिक رسمي موثق مدير الدعم מאומת רשמי',
  ),
  whole: shapes(
    'owner owners operator operators security sysadmin sysop superuser contributor contributors viewer viewers approved ' +
      'authorized authorised legit trusted webmaster postmaster владелец власник 所有者 소유자 मालिक',
  ),
  /** Words of honest names too, refused as the whole name and as a badge. */
  alone: shapes(
    'mod mods root staff system team member members genuine help you everyone anonymous ' +
      'owner operator contributor viewer admin verified official support moderator administrator',
  ),
};

/** Words that a program may not have beside these: it could be mistaken for what holds the keys. */
const wallets = shapes(
  'wallet metamask coinbase walletconnect rainbowkit trezor ledgerlive phantom uniswap opensea etherscan basescan binance ' +
    'zerion rabby okx gnosissafe keystone exodus',
);
const walletNames = shapes('ledger rainbow safe argent frame brave base ethereum ens');
const programRoles = shapes('verif offici admin support moderat certif authentic');
const ownerWords = shapes('owner owners operator');

/** Check marks of any drawing, and signs that are used as one. */
const TICK =
  /[\u2713\u2714\u2705\u2611\u237B\u221A-\u221C\u23B7\uAA9C\u2BDA\u4E44\u{1F5F8}\u{1F5F9}\u{1F5F3}\u{1FBB1}\u{10102}\u{1F197}\u{1F6E1}\u{1F530}\u{1F396}\u{1F3C5}\u{1F3F5}\u269C\u2B50\u2605\u2606\u{1F31F}\u272A\u2726\u2727\u2734-\u2736\u2747\u2739\u{1F4A0}\u{1F537}\u{1F539}\u{1F535}\u24CB\u24E5]/u;
/** Drawn as nothing, though Unicode says that they are letters, symbols or spaces. */
const BLANK =
  /[\u2800\u{1D159}\u115F\u1160\u3164\uFFA0\uFFFC\u1680\u{16FE4}\u{13441}\u{13442}\u{1DA7F}\u{1DA80}]/u;
/** All that a person's name is written with. */
const UNWRITTEN = /[^\p{L}\p{M}\p{N} .,'’‘ʼʻʽ`´\-‐‑–—·・()&/;"“”„«»_!?‧׳״՚،、।་།፡\u200C\u200D]/u;

/** A letter of a script, and one that no word has beside it. Chinese, Japanese and Korean letters look like none of these. */
const mixtures = [
  [
    /\p{Script=Latin}/u,
    /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
  ],
  [
    /\p{Script=Cyrillic}/u,
    /[^\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
  ],
  [
    /\p{Script=Greek}/u,
    /[^\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
  ],
] as const;
const isMixed = (word: string) => mixtures.some(([own, other]) => own.test(word) && other.test(word));
const LATIN_WORD = /\p{Script=Latin}{2}/u;
const LONE = /^(?=\p{L}\p{M}*$)[^\p{Script=Latin}\p{Unified_Ideograph}]/u;

/**
 * Why a name that somebody gave itself reads as one that was checked, as the end of a sentence; `null` if it does not. It
 * judges what the name looks like, not how it is written.
 */
export function claimOf(name: string, kind: NameKind): string | null {
  const blank = BLANK.exec(name)?.[0];
  if (blank) return `has a character that is invisible: ${pointOf(blank)}`;
  if (TICK.test(name)) return 'must not contain a check mark';
  if (looksLikeAddress(addressIn(name, kind))) return 'must not look like an address';
  if (looksLikeDomain(name)) return 'must not look like a domain: put a space after a dot';
  const symbol = kind === 'person' && UNWRITTEN.exec(name)?.[0];
  if (symbol) return `has a symbol that no name is written with: ${pointOf(symbol)}`;
  const word = reservedWord(name, kind);
  if (word) return 'must not contain a word of the service, of a role, or of having been checked';
  return kind === 'lab' ? mixedLab(name) : mixed(name);
}

/** A lab may be named after an address (`Lab of 0x…`), but not as one. */
function addressIn(name: string, kind: NameKind): string {
  return kind === 'lab' && /\p{L}{3}/u.test(name) ? (name.trim().split(/\s+/u)[0] ?? '') : name;
}

function reservedWord(name: string, kind: NameKind): boolean {
  const words = shapesOfWords(name);
  if (
    words.some((word) => word.includes(product)) ||
    (kind !== 'lab' && squeezedShape(name).includes(product))
  )
    return true;
  if (kind === 'lab') return isBadge(name, checkedWords);
  if (kind === 'program') {
    const whole = squeezedShape(name);
    return (
      wallets.some((one) => whole.includes(one)) ||
      walletNames.includes(whole) ||
      words.some((word) => programRoles.some((role) => word.startsWith(role)) || ownerWords.includes(word))
    );
  }
  if (roles.alone.includes(squeezedShape(name)) || isBadge(name, roles.alone)) return true;
  return words.some(
    (word) =>
      roles.whole.includes(word) ||
      roles.begins.some((role) => word.startsWith(role)) ||
      roles.anywhere.some((role) => word.includes(role)),
  );
}

/** Words of a badge on the name of a lab. */
const checkedWords = shapes('verif offici ofici certif authentic admin support 官方 认证 公式');

/** Whether a name has a word of having been checked as a badge: in brackets, or after a sign at its end. */
function isBadge(name: string, badges: readonly string[]): boolean {
  const parts =
    name.normalize('NFKC').match(/[([{<«「『【][^)\]}>»」』】]*|(?:[|:•·/–—,]|\s-)[^|:•·/–—,-]*$/gu) ?? [];
  return parts.some((part) => {
    const words = shapesOfWords(part);
    return words.length > 0 && words.every((one) => badges.some((badge) => one.startsWith(badge)));
  });
}

function mixed(name: string): string | null {
  const words = name.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.some(isMixed)) return 'must not mix letters of several scripts in one word';
  if (LATIN_WORD.test(name) && words.some((word) => LONE.test(word)))
    return 'must not have a single letter of another script';
  return null;
}

/** Names of labs may have Greek letters in Latin words, as `PPARγ`. */
function mixedLab(name: string): string | null {
  const words = name.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const hasMixture = words.some((word) => isMixed(word.replace(/\p{Script=Greek}/gu, '')));
  return hasMixture ? 'must not mix letters of several scripts in one word' : null;
}

const pointOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
