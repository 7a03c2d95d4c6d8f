import { compareTables } from '@labroom/formats/compare/compare-tables.ts';

/** Each gives the row that differs, without the header. */
const sides = {
  async ours(former: Blob, later: Blob) {
    const { changes } = await compareTables(former, later);
    return changes.map(({ place }) => place.replace(/^Row ([\d,]+).*/, '$1').replaceAll(',', '')).join();
  },
  /** Both tables as text, and a map from keys to rows. */
  async inMaps(former: Blob, later: Blob) {
    const rows = new Map<string, string>();
    for (const line of (await former.text()).split('\n')) rows.set(line.split(',', 1)[0] ?? '', line);
    const differ: number[] = [];
    for (const [at, line] of (await later.text()).split('\n').entries())
      if (rows.get(line.split(',', 1)[0] ?? '') !== line) differ.push(at);
    return differ.join();
  },
  /** The bytes are read, and compared up to the first that differs. */
  async bytes(former: Blob, later: Blob) {
    const [one, other] = [await former.bytes(), await later.bytes()];
    let row = 0;
    for (let at = 0; at < one.length && one[at] === other[at]; at++) if (one[at] === 10) row++;
    return String(row);
  },
};

export type ComparedSide = keyof typeof sides;

self.onmessage = async ({ data }: MessageEvent<{ side: ComparedSide; tables: [Blob, Blob] }>) => {
  const begun = performance.now();
  const result = await sides[data.side](...data.tables);
  self.postMessage({ milliseconds: performance.now() - begun, result });
};
