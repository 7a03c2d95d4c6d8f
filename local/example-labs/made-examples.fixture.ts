import { exampleLabs } from './example-labs.ts';
import { bytesOf, type Content } from './labs/example-lab.ts';

interface Version {
  content(): Content;
}

const made = new Map<Version, Promise<Buffer>>();

/** The bytes of a version of an example file, made once for all tests. */
export function madeOnce(version: Version): Promise<Buffer> {
  const known = made.get(version) ?? bytesOf(version).then((bytes) => Buffer.from(bytes));
  made.set(version, known);
  return known;
}

/** All example files with their labs. */
export const exampleFiles = exampleLabs.flatMap((lab) => lab.files.map((file) => ({ lab, file })));
