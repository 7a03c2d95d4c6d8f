import { hiddenCharacter } from './hidden-character.ts';
import { claimOf } from './name-claim.ts';
import { profileLimits } from './profile.ts';

/** Why a text is refused, as the end of a sentence: "name must not be empty". */
export class ProfileTextError extends Error {}

/**
 * A name as it is signed and shown: in NFC, with single spaces.
 * @throws ProfileTextError
 */
export function parseProfileName(text: string): string {
  const name = parseLine(text, profileLimits.name);
  if (name === '') throw new ProfileTextError('must not be empty');
  if (!/[\p{L}\p{N}]/u.test(name)) throw new ProfileTextError('must contain a letter or digit');
  const claim = claimOf(name, 'person');
  if (claim) throw new ProfileTextError(claim);
  return name;
}

/**
 * One line in NFC with single spaces.
 * @throws ProfileTextError
 */
export function parseAffiliation(text: string): string | null {
  return parseLine(text, profileLimits.affiliation) || null;
}

/**
 * An ORCID iD, also as its URL. The check digit is that of ISO 7064, mod 11-2.
 * @throws ProfileTextError
 */
export function parseOrcid(text: string): string | null {
  const digits = text
    .trim()
    .replace(/^https?:\/\/orcid\.org\//i, '')
    .toUpperCase();
  if (digits === '') return null;
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(digits))
    throw new ProfileTextError('must be an ORCID iD such as 0000-0002-1825-0097');
  const sum = [...digits.replaceAll('-', '').slice(0, 15)].reduce(
    (total, digit) => (total + Number(digit)) * 2,
    0,
  );
  const check = (12 - (sum % 11)) % 11;
  if (digits.at(-1) !== (check === 10 ? 'X' : String(check)))
    throw new ProfileTextError('is not an ORCID iD: its last character does not match the others');
  return digits;
}

/**
 * An https URL without user and password.
 * @throws ProfileTextError
 */
export function parseWebsite(text: string): string | null {
  const line = parseLine(text, profileLimits.website);
  if (line === '') return null;
  const url = URL.parse(line);
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  if (!url || !isPlain || !url.hostname.includes('.'))
    throw new ProfileTextError('must be an https URL, e.g. https://example.org');
  if (url.href.length > profileLimits.website) throw tooLong(profileLimits.website);
  return url.href;
}

function parseLine(text: string, limit: number): string {
  const line = text
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim();
  const control = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u.exec(line)?.[0].codePointAt(0);
  const hidden =
    control === undefined
      ? hiddenCharacter(line)
      : `U+${control.toString(16).toUpperCase().padStart(4, '0')}`;
  if (hidden)
    throw new ProfileTextError(
      `has a character that is invisible or changes the direction of text: ${hidden}`,
    );
  // Marks beyond these cover the lines above and below.
  if (/\p{M}{5}/u.test(line)) throw new ProfileTextError('has too many marks on one letter');
  if ([...line].length > limit) throw tooLong(limit);
  return line;
}

const tooLong = (limit: number) => new ProfileTextError(`is longer than ${limit} characters`);
