import { hiddenCharacter } from './hidden-character.ts';
import { domainOf, type SignedBy } from './signed-message.ts';

/** What people say about themselves. Everyone can read it, and nobody has checked it. */
export interface ProfileTexts {
  name: string;
  /** Sixteen digits in groups of four, the last may be `X`. */
  orcid: string | null;
  affiliation: string | null;
  /** An https URL. */
  website: string | null;
  /** SHA-256 of the bytes of the picture, lowercase hex. */
  pictureSha256: string | null;
}

/** Most characters of each text. */
export const profileLimits = { name: 64, affiliation: 120, website: 200 } as const;

const types = {
  Profile: [
    { name: 'site', type: 'string' },
    { name: 'wallet', type: 'address' },
    { name: 'name', type: 'string' },
    { name: 'orcid', type: 'string' },
    { name: 'affiliation', type: 'string' },
    { name: 'website', type: 'string' },
    { name: 'pictureSha256', type: 'string' },
    { name: 'issuedAt', type: 'string' },
  ],
  ProfileDeletion: [
    { name: 'site', type: 'string' },
    { name: 'wallet', type: 'address' },
    { name: 'issuedAt', type: 'string' },
  ],
} as const;

/** The message (EIP-712) by which a wallet writes its profile. Texts that are `null` are signed as empty. */
export function profileMessage({ chainId, ...signed }: SignedBy, texts: ProfileTexts) {
  const { name, orcid, affiliation, website, pictureSha256 } = texts;
  return {
    domain: domainOf(chainId),
    types: { Profile: types.Profile },
    primaryType: 'Profile',
    message: {
      ...signed,
      name,
      orcid: orcid ?? '',
      affiliation: affiliation ?? '',
      website: website ?? '',
      pictureSha256: pictureSha256 ?? '',
    },
  } as const;
}

/** The message (EIP-712) by which a wallet deletes its profile. */
export function profileDeletionMessage({ chainId, ...message }: SignedBy) {
  return {
    domain: domainOf(chainId),
    types: { ProfileDeletion: types.ProfileDeletion },
    primaryType: 'ProfileDeletion',
    message,
  } as const;
}

/** Why a text is refused, as the end of a sentence: "name must not be empty". */
export class ProfileTextError extends Error {}

/**
 * A name as it is signed and shown: in NFC, with single spaces.
 * @throws ProfileTextError
 */
export function parseProfileName(text: string): string {
  const name = parseLine(text, profileLimits.name);
  if (name === '') throw new ProfileTextError('must not be empty');
  if (/^0x[0-9a-f]{2,}/i.test(name)) throw new ProfileTextError('must not look like an address');
  // Resolved names have dots. Without this rule, a self-given one could look like them.
  if (/^\S+\.[\p{L}\p{N}]{2,}$/u.test(name)) throw new ProfileTextError('must not look like a domain');
  if (/[\u2705\u2713\u2714\u2611\u{1F5F8}\u{1F5F9}\u{1FBB1}]/u.test(name))
    throw new ProfileTextError('must not contain a check mark');
  if (!/[\p{L}\p{N}]/u.test(name)) throw new ProfileTextError('must contain a letter or digit');
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
  const line = text.normalize('NFC').trim().replaceAll(/ +/g, ' ');
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
