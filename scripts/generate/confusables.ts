import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../packages/protocol');

/**
 * The source of the table of look-alikes, from Unicode's `confusables.txt`: its version, and one string, because that is a
 * third of an object's bytes. Each line is the distances between the code points that look alike, in base 36, and after a tab
 * their prototype.
 */
export async function confusableTable(): Promise<string> {
  const text = await readFile(join(folder, 'confusables.txt'), 'utf8');
  const version = /^# Version: ([\d.]+)$/m.exec(text)?.[1];
  if (!version) throw new Error('confusables.txt names no version');
  const byPrototype = new Map<string, number[]>();
  for (const [, source = '', prototype = ''] of text.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA\t/gm)) {
    const shape = String.fromCodePoint(...prototype.split(' ').map((point) => Number.parseInt(point, 16)));
    byPrototype.set(shape, [...(byPrototype.get(shape) ?? []), Number.parseInt(source, 16)]);
  }
  const lines = [...byPrototype]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([prototype, points]) => {
      const ordered = points.toSorted((one, other) => one - other);
      const distances = ordered.map((point, index) => (point - (ordered[index - 1] ?? 0)).toString(36));
      return `${distances.join(' ')}\t${prototype}`;
    });
  return [
    '/** Version of Unicode’s `confusables.txt`, which is beside this file with its licence (Unicode-3.0). */',
    `export const confusablesVersion = ${JSON.stringify(version)};`,
    `export const confusables = ${JSON.stringify(lines.join('\n'))};`,
  ].join('\n\n');
}
