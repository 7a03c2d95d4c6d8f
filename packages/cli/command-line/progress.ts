import type { Terminal } from './terminal.ts';

const width = 24;

/** A bar that counts files and bytes. */
export function openProgress(terminal: Terminal, verb: string, total: { files: number; bytes: number }) {
  let [files, bytes] = [0, 0];
  return {
    add(size: number): void {
      files += 1;
      bytes += size;
      const share = total.bytes > 0 ? bytes / total.bytes : files / total.files;
      const filled = Math.min(width, Math.floor(share * width));
      const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
      const percent = `${Math.floor(Math.min(1, share) * 100)} %`.padStart(5);
      terminal.progress(`${bar} ${percent}  ${verb} ${files} of ${total.files} · ${formatBytes(bytes)}`);
    },
    end: () => terminal.progress(),
  };
}

/** `1.5 MB`; powers of 1,000. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  for (; value >= 1_000 && unit < units.length - 1; unit += 1) value /= 1_000;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** `1 file`, `2 files`. */
export const count = (number: number, noun: string) =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
