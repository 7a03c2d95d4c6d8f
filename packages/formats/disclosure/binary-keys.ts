import type { Disclosure } from './disclosure.ts';

const secret = (reason: string): Disclosure[] => [{ kind: 'secret', reason }];
/** In hex, as DER writes it: a sequence that begins with the number 0 or 1. Private keys of PKCS #1, PKCS #8 and SEC 1 do. */
const PRIVATE_KEY = /^30([0-7].|81..|82.{4})02010[01]/;
/** A sequence of the number 3 and data of PKCS #7: PKCS #12. */
const PKCS_12 = /^30(80|82.{4}|83.{6})02010330.{2,8}06092a864886f70d01070/;
/** How key stores of Java begin. */
const JAVA = /^(feedfeed|cececece)/;
/** A secret key is packet 5 of OpenPGP (RFC 9580, 5.5.1), in the old or the new form. */
const OPEN_PGP = /^(9[45]|c5)/;

/** Private keys in binary files, by their first bytes and the names of such files. */
export function keyDisclosures(head: Uint8Array, path: string): Disclosure[] {
  const hex = [...head.subarray(0, 40)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (JAVA.test(hex) || PKCS_12.test(hex)) return secret('Is a store of private keys');
  if (/\.(der|key|pk8|pkcs8)$/i.test(path) && PRIVATE_KEY.test(hex)) return secret('Is a private key');
  if (/\.(gpg|pgp|key|sec)$/i.test(path) && OPEN_PGP.test(hex)) return secret('Is a private key of OpenPGP');
  return [];
}
