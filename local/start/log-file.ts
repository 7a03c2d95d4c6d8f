import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const maxBytes = 10 * 1024 * 1024;

export function logFile(dataDir: string, name: string): string {
  return path.join(dataDir, 'logs', `${name}.log`);
}

/** Opens a log for appending; renames a large one to `<name>.log.1` first. Returns a file descriptor. */
export function openLog(file: string): number {
  if (logSize(file) > maxBytes) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

export function closeLog(descriptor: number): void {
  closeSync(descriptor);
}

export function logSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** The last lines of a log after its first `from` bytes, indented, for an error message. */
export function lastLines(file: string, from = 0, count = 15): string {
  try {
    const text = readFileSync(file).subarray(from).toString('utf8').trimEnd();
    const lines = text ? text.split('\n').slice(-count) : ['(nothing)'];
    return lines.map((line) => `    ${line.slice(0, 400)}`).join('\n');
  } catch {
    return '    (no log)';
  }
}
