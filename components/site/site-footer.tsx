import type { PublicConfig } from '#lib/config/public-config.tsx';
import packageJson from '#package.json' with { type: 'json' };
import { sitePages } from '../core/site/site-pages.ts';
import { TextLink } from '../ui/text-link.tsx';

export function SiteFooter({ config }: { config: PublicConfig }) {
  return (
    <footer className="mt-12 border-t border-line text-sm text-ink2 print:hidden">
      <div className="page-width flex flex-wrap justify-between gap-x-6 gap-y-2 py-6">
        <p>Labroom: data rooms for research labs on the chain.</p>
        <nav aria-label="More" className="flex flex-wrap gap-x-6 gap-y-2 touch:gap-y-0">
          {sitePages
            .filter(({ place }) => place === 'footer')
            .map(({ name, path }) => (
              <TextLink key={path} href={path} className="text-ink2 touch:py-2.5">
                {name}
              </TextLink>
            ))}
        </nav>
        <p className="tabular">
          Version {packageJson.version} · {config.network.title} · chain {config.chainId}
        </p>
      </div>
    </footer>
  );
}
