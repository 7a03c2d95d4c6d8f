/** Path and arguments of Chromium, for Playwright and for runs without it. */
export function chromiumLaunch(): { executablePath: string; args: string[] } {
  const isRoot = process.getuid?.() === 0;
  return {
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [
      // Chromium's sandbox cannot run as root, which is the user in most containers.
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
