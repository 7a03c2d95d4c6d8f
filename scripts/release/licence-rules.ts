/** Licences, as SPDX names them, of packages that a project under the MIT License may ship. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]);

/** Licences that are allowed for single packages, and why. */
const allowedFor: readonly { licence: string; packages: RegExp; reason: string }[] = [
  {
    licence: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-(?:libvips|wasm32|win32)/,
    reason: 'libvips, unchanged, and a shared library that its user can replace',
  },
  {
    licence: 'MPL-2.0',
    packages: /^(?:dompurify|lightningcss(?:-[a-z0-9-]+)?|web-push)$/,
    reason: 'unchanged; the licence asks for the sources of its own files, which the package links to',
  },
  { licence: 'CC-BY-4.0', packages: /^caniuse-lite$/, reason: 'data, named with its author' },
  {
    licence: 'SEE LICENSE IN LICENSE.txt',
    packages: /^jsfive$/,
    reason: 'in the public domain, as that file says',
  },
];

/** Why a package must not be shipped; `null`: it may. Every licence of an expression must be allowed, also behind an OR. */
export function refusalOfLicence(name: string, licence: string): string | null {
  if (licence === '') return `${name} declares no licence`;
  const isException = (id: string) =>
    allowedFor.some((rule) => rule.licence === id && rule.packages.test(name));
  if (isException(licence)) return null;
  const ids = licence.split(/[()\s]+|\bAND\b|\bOR\b/).filter((part) => part !== '');
  const refused = ids.filter((id) => !allowed.has(id) && !isException(id));
  return refused.length === 0 ? null : `${name} is under ${refused.join(', ')}, which Labroom may not ship`;
}
