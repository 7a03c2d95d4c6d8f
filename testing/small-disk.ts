import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk that tests can fill. */
export interface SmallDisk {
  path: string;
  /** Uses all free bytes. */
  fill(): Promise<void>;
  /** Frees them. */
  clear(): Promise<void>;
  remove(): void;
}

/** So many megabytes in memory, mounted on a directory of its own; `null` where that is not allowed: only Linux, and root. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path], {
      stdio: 'ignore',
    });
  } catch {
    rmdirSync(path);
    return null;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    async fill() {
      const file = await open(ballast, 'a');
      for (let size = 1 << 20; size > 0; ) {
        const { bytesWritten } = await file.write(Buffer.alloc(size)).catch(() => ({ bytesWritten: 0 }));
        if (bytesWritten < size) size >>= 1;
      }
      await file.close();
    },
    clear: () => rm(ballast),
    remove() {
      execFileSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}
