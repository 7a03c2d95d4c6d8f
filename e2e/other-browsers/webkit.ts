import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@labroom/testing/free-port.ts';
import type { OpenBrowser } from './browser.ts';

interface Programs {
  /** `WebKitWebDriver` of Debian's webkit2gtk-driver. */
  driver: string;
  /** WebKitGTK's test browser. */
  miniBrowser: string;
}

/** Drives WebKitGTK by WebDriver (https://www.w3.org/TR/webdriver2/) on a virtual display. */
export const openWebKit =
  ({ driver, miniBrowser }: Programs): OpenBrowser =>
  async () => {
    const port = await freePort();
    const child = spawn('xvfb-run', ['-a', driver, `--port=${port}`], { stdio: 'ignore', detached: true });
    const send = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { value } = (await response.json()) as { value: { error?: string; message?: string } };
      if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
      return value as unknown;
    };
    const stop = async () => {
      const ended = once(child, 'exit');
      // xvfb-run ends its display only when the whole process group is terminated.
      if (child.pid) process.kill(-child.pid, 'SIGTERM');
      await ended;
    };
    try {
      const capabilities = {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } },
      };
      const session = (await untilListening(() => send('POST', '/session', { capabilities }))) as {
        sessionId: string;
        capabilities: { browserVersion: string };
      };
      const path = `/session/${session.sessionId}`;
      return {
        version: `WebKitGTK/${session.capabilities.browserVersion}`,
        goto: async (url) => void (await send('POST', `${path}/url`, { url })),
        evaluate: (expression) =>
          send('POST', `${path}/execute/sync`, { script: `return (${expression});`, args: [] }),
        close: async () => {
          await send('DELETE', path).catch(() => {});
          await stop();
        },
      };
    } catch (error) {
      await stop();
      throw error;
    }
  };

async function untilListening<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isRefused = error instanceof TypeError && error.message === 'fetch failed';
      if (!isRefused || tries === 100) throw error;
      await pause(100);
    }
  }
}
