import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js';

/**
 * [Note: content security policy] Pages are rendered per request without a middleware that could hand out nonces, and
 * Next writes its data into inline scripts, so `script-src` has to allow them; what strangers write reaches pages only
 * as text or as sanitised Markdown. Where a page may connect to is known at run time only: the header allows the two
 * schemes, and the layout narrows it down with a `meta` policy to the hosts of this environment.
 */
const contentSecurityPolicy = (development) =>
  [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline'${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self' https: http: ws: wss:",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** @returns {import('next').NextConfig} */
export default (phase) => ({
  // A container image takes only what a page needs to be served.
  ...(process.env.NEXT_OUTPUT === 'standalone' && { output: 'standalone' }),
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // The tests check the types, of their files too; a start need not wait for that.
  typescript: { ignoreBuildErrors: true },
  async headers() {
    return [
      {
        source: '/:path*',
        headers: [
          {
            key: 'Content-Security-Policy',
            value: contentSecurityPolicy(phase === PHASE_DEVELOPMENT_SERVER),
          },
          { key: 'X-Content-Type-Options', value: 'nosniff' },
          { key: 'Strict-Transport-Security', value: 'max-age=31536000' },
          { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
          { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
          { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
        ],
      },
    ];
  },
});
