import { confusables } from './confusables.generated.ts';

/** The prototype of each code point, from the table `confusables.txt` of UTS #39. */
const prototypes: ReadonlyMap<string, string> = new Map(confusables.split('\n').flatMap(readLine));

/** The code points that look like the prototype of a line (`scripts/generate/confusables.ts`). */
function readLine(line: string): [string, string][] {
  const end = line.indexOf('\t');
  const prototype = line.slice(end + 1);
  let point = 0;
  return line
    .slice(0, end)
    .split(' ')
    .map((distance) => {
      point += Number.parseInt(distance, 36);
      return [String.fromCodePoint(point), prototype];
    });
}

/** Tag characters are kept, because some flags differ only by them. */
const IGNORED = /(?![\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu;

const prototypeOf = (character: string) => prototypes.get(character) ?? character;

/**
 * The skeleton of UTS #39, section 4: two texts with one skeleton look the same. Stored skeletons depend on the table; a
 * release that changes it sets `files.path_skeleton` to null.
 */
export function skeleton(text: string): string {
  return Array.from(text.normalize('NFD').replace(IGNORED, ''), prototypeOf).join('').normalize('NFD');
}

/** The skeleton of a path, segment by segment. A segment's own skeleton may contain `/`. */
export function pathSkeleton(path: string): string {
  return path.split('/').map(skeleton).join('/');
}

/** Whether two different names look the same. `run1` and `runl` do not: names that differ in ASCII only are legal. */
export function looksLike(name: string, other: string): boolean {
  return skeleton(name) === skeleton(other) && foldAscii(name) !== foldAscii(other);
}

function foldAscii(name: string): string {
  return name.replace(/\p{ASCII}/gu, prototypeOf);
}

/**
 * A key of a person's name: two names with one key may be mistaken for each other. It is the skeleton of the name without
 * case, spaces and compatibility forms, and takes `i` and `l` for one letter, because their capitals and digits look alike.
 */
export function nameKey(name: string): string {
  const folded = skeleton(name.normalize('NFKC')).toLowerCase();
  return skeleton(folded)
    .replace(/[\s.,'_-]+/gu, '')
    .replaceAll('i', 'l');
}
