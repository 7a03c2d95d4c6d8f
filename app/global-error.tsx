'use client';
import { Logo } from '#components/site/logo.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { parseTheme, themeCookie } from '#lib/choices/theme.ts';

interface GlobalErrorProps {
  error: Error & { digest?: string };
}

/**
 * Shown if the root layout fails. It needs no style sheet, font or router of the app. It shows only the error's digest,
 * which identifies the error in the server's log.
 */
export default function GlobalError({ error }: GlobalErrorProps) {
  const theme = useHydrated() ? chosenTheme() : undefined;
  return (
    <html lang="en" data-theme={theme}>
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>This page could not be shown · Labroom</title>
        <style>{css}</style>
      </head>
      <body>
        <main>
          <p className="brand">
            <Logo className="logo" />
            Labroom
          </p>
          <h1>This page could not be shown.</h1>
          <p>The server failed unexpectedly. Reload the page.</p>
          {error.digest && (
            <p className="muted">
              If that does not help, report it with this number: <code>{error.digest}</code>
            </p>
          )}
          {/* biome-ignore lint/a11y/useValidAnchor: an empty href reloads the page without the router */}
          <a href="">Reload the page</a>
        </main>
      </body>
    </html>
  );
}

function chosenTheme(): string | undefined {
  const value = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${themeCookie}=`))
    ?.slice(themeCookie.length + 1);
  const theme = parseTheme(value);
  return theme === 'system' ? undefined : theme;
}

/** The colors of `globals.css`. */
const css = `
  :root {
    color-scheme: light dark;
    background: light-dark(#fbf9f5, #0e1117);
    color: light-dark(#1f1b16, #efede7);
    font: 1rem/1.5 system-ui, sans-serif;
    overflow-wrap: anywhere;
    -webkit-text-size-adjust: 100%;
  }
  :root[data-theme="light"] { color-scheme: light; }
  :root[data-theme="dark"] { color-scheme: dark; }
  body { margin: 0; }
  main { box-sizing: border-box; max-width: 36rem; margin: 0 auto; padding: 20vh 1rem 2rem; }
  .brand { display: flex; align-items: center; gap: 0.5rem; margin: 0 0 2rem; font-weight: 600; }
  .logo { width: 1.5rem; height: 1.5rem; color: currentColor; }
  h1 { margin: 0 0 0.5rem; font: 400 2rem/1.1 Georgia, serif; letter-spacing: -0.02em; text-wrap: balance; }
  p { margin: 0 0 1rem; }
  .muted { font-size: 0.875rem; color: light-dark(#524c46, #c0bdb7); }
  code { font-family: ui-monospace, monospace; color: light-dark(#1f1b16, #efede7); user-select: all; }
  a {
    display: inline-block;
    margin-top: 0.5rem;
    padding: 0.5rem 1rem;
    border-radius: 3px;
    background: light-dark(#1f1b16, #efede7);
    color: light-dark(#fbf9f5, #0e1117);
    font-size: 0.875rem;
    font-weight: 500;
    text-decoration: none;
  }
  a:hover { opacity: 0.9; }
  a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
`;
