/** Where Chromium is and how it starts, the same for Playwright and for a browser without it. */
export function chromiumLaunch(): { executablePath: string; args: string[] } {
  const isRoot = process.getuid?.() === 0;
  return {
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [
      // Chromium's sandbox refuses to start as root, as in most containers.
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
