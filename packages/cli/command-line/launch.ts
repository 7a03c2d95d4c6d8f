import { spawn } from 'node:child_process';

/** Opens a URL in the user's browser, if there is one. The caller also shows the URL. */
export function launchBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url];
  const child = spawn(command ?? '', args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
