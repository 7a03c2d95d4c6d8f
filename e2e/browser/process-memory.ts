import { readFile } from 'node:fs/promises';

interface BrowserSession {
  send<Result>(method: string): Promise<Result>;
}

/**
 * Peak resident memory, in bytes, of any renderer process of this browser; `undefined` if the platform does not report
 * it.
 */
export async function peakRendererMemory(cdp: BrowserSession): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { processInfo } = await cdp.send<{ processInfo: { type: string; id: number }[] }>(
    'SystemInfo.getProcessInfo',
  );
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const peaks = await Promise.all(
    renderers.map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8');
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
    }),
  );
  return Math.max(...peaks);
}
