import { existsSync } from 'node:fs';

/** @param {string} rules */
const contentSecurityPolicy = (rules) => ({
  key: 'Content-Security-Policy',
  value: `${rules}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
});

/** @returns {import('next').NextConfig} */
export default {
  // A container image takes only what a page needs to be served.
  ...(process.env.NEXT_OUTPUT === 'standalone' && { output: 'standalone' }),
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  experimental: {
    useOffline: true,
    // The code of a page is loaded when it is first asked for. Nearly 50 MB are not needed at rest.
    preloadEntriesOnStart: false,
    // Server code is not minified, so its stack traces can be read without source maps.
    turbopackMinify: { server: false, client: true },
    turbopackSourceMaps: false,
    turbopackInputSourceMaps: false,
    // The cache makes later builds twice as fast, and takes a third of the first one.
    turbopackFileSystemCacheForBuild: existsSync('.next'),
    // How long a page is used that `lib/prefetch/pages.ts` fetched. One that was left is asked for again.
    staleTimes: { dynamic: 0, static: 30 },
  },
  // Decoders of DICOM that were compiled for Node and for browsers alike name the files of Node, which browsers do not have.
  turbopack: { resolveAlias: { fs: { browser: './packages/formats/dicom/no-files.ts' } } },
  // The service prepares images (docs/decisions/007-images-come-to-the-service.md); Next must not decode uploads.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  // The tests check the types, of their files too; a start need not wait for that.
  typescript: { ignoreBuildErrors: true },
  async rewrites() {
    const page = ':page((?:reference/)?[a-z-]+)';
    const accept = [{ type: /** @type {const} */ ('header'), key: 'accept', value: '.*text/markdown.*' }];
    // Each page for developers is Markdown too.
    return {
      beforeFiles: [
        { source: '/developers.md', destination: '/developers/markdown/overview' },
        { source: '/developers', has: accept, destination: '/developers/markdown/overview' },
        { source: `/developers/${page}.md`, destination: '/developers/markdown/:page' },
        { source: `/developers/${page}`, has: accept, destination: '/developers/markdown/:page' },
      ],
    };
  },
  async redirects() {
    // Programs of other services with this interface print these links.
    return [
      { source: '/projects', destination: '/labs', permanent: true },
      { source: '/projects/:lab', destination: '/labs/:lab', permanent: true },
    ];
  },
  async headers() {
    return [
      // Nothing there is a page. A worker has the policy of its script, and it exchanges bytes with the storage.
      { source: '/api/:path*', headers: [contentSecurityPolicy("default-src 'none'")] },
      // Pictures, also when opened in a tab.
      { source: '/marks/:path*', headers: [contentSecurityPolicy("default-src 'none'")] },
      {
        source: '/_next/:path*',
        headers: [
          contentSecurityPolicy("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src *"),
        ],
      },
      {
        source: '/:path*',
        headers: [
          { key: 'X-Content-Type-Options', value: 'nosniff' },
          { key: 'Strict-Transport-Security', value: 'max-age=31536000' },
          // Hosts that outsiders name are not looked up before somebody follows the link.
          { key: 'X-DNS-Prefetch-Control', value: 'off' },
          { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
          { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
          { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
        ],
      },
    ];
  },
};
