import type { ComparedSide } from './compare.worker.ts';

/** API of this page for the benchmark. */
export interface CompareTablesPage {
  /** Makes two tables that differ in one cell. */
  prepare(rows: number): Promise<void>;
  /** Compares them in a worker; returns the milliseconds and the numbers of the rows that differ. */
  run(side: ComparedSide): Promise<{ milliseconds: number; result: string }>;
}

let tables: [Blob, Blob] = [new Blob(), new Blob()];
const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' });

const page: CompareTablesPage = {
  async prepare(rows) {
    const lines = Array.from({ length: rows }, (_, row) => `S-${row + 1},${row % 97},plate ${row % 96},ok`);
    const former = `sample id,dose,well,comment\n${lines.join('\n')}\n`;
    const changed = `S-${Math.ceil(rows / 2)},`;
    tables = [new Blob([former]), new Blob([former.replace(`\n${changed}`, `\n${changed}1`)])];
  },
  run: (side) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage({ side, tables });
    }),
};
Object.assign(globalThis, { page });
