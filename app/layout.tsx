import './fonts.css';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { AccessJobs } from '#components/access-change/parts.tsx';
import { UnreadCount } from '#components/inbox/parts.tsx';
import { PaletteButton } from '#components/search/palette/palette-button.tsx';
import { OfflineBanner } from '#components/site/offline-banner.tsx';
import { PagePrefetch } from '#components/site/page-prefetch.tsx';
import { SiteFooter } from '#components/site/site-footer.tsx';
import { SiteHeader } from '#components/site/site-header.tsx';
import { LabSwitcher } from '#components/switcher/lab-switcher.tsx';
import { Messages } from '#components/ui/messages.tsx';
import { belowHeaderId } from '#components/ui/place-ids.ts';
import { UploadTrayHost } from '#components/upload/queue/upload-tray-host.tsx';
import { AccountControl } from '#components/wallet/account-control.tsx';
import { WalletHost } from '#components/wallet/wallet-host.tsx';
import { parseTheme, themeCookie } from '#lib/choices/theme.ts';
import { PublicConfigProvider } from '#lib/config/public-config.tsx';
import { SessionProvider } from '#lib/session/session-context.tsx';
import { publicConfig, webEnv } from '#web/config/env.ts';
import { currentSession } from '#web/session/current-session.ts';
import { hankenGrotesk, newsreaderRegular } from './fonts.ts';

const description = 'Data rooms of onchain research labs: files, versions, access and activity.';

export async function generateMetadata(): Promise<Metadata> {
  return {
    metadataBase: new URL(webEnv().webUrl),
    title: { default: 'Labroom', template: '%s · Labroom' },
    description,
    icons: { icon: '/icon.svg', apple: '/apple-touch-icon.png' },
    manifest: '/manifest.webmanifest',
    openGraph: {
      siteName: 'Labroom',
      type: 'website',
      title: 'Labroom',
      description,
      images: [{ url: '/social-card.png', width: 1200, height: 630, alt: 'Labroom' }],
    },
    twitter: { card: 'summary_large_image' },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbf9f5' },
    { media: '(prefers-color-scheme: dark)', color: '#0e1117' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const config = publicConfig();
  const theme = parseTheme((await cookies()).get(themeCookie)?.value);
  return (
    <html
      lang="en"
      data-theme={theme === 'system' ? undefined : theme}
      className={`${newsreaderRegular.variable} ${hankenGrotesk.variable}`}
    >
      <body className="flex min-h-dvh flex-col text-base">
        <a
          href="#content"
          className="sr-only rounded bg-ink px-4 py-2 text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
        >
          Skip to the content
        </a>
        <PublicConfigProvider value={config}>
          <SessionProvider initial={await currentSession()}>
            <SiteHeader
              theme={theme}
              switcher={<LabSwitcher />}
              search={<PaletteButton />}
              account={<AccountControl jobs={<AccessJobs />} unread={<UnreadCount />} />}
            />
            <OfflineBanner />
            <div
              id={belowHeaderId}
              className="page-width flex flex-col gap-2 py-3 empty:hidden print:hidden"
            />
            <main id="content" className="page-width flex-1 py-8">
              {children}
            </main>
            <SiteFooter config={config} />
            <WalletHost />
            <UploadTrayHost />
            <Messages />
            <PagePrefetch />
          </SessionProvider>
        </PublicConfigProvider>
      </body>
    </html>
  );
}
