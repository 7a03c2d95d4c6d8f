'use client';
import { ProfileDocument } from '@labroom/client/documents';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** What a wallet says about itself beside its name. Nothing where that cannot be read. */
export const ProfileFacts = withApi(Facts);

const outward = {
  target: '_blank',
  rel: 'noreferrer nofollow ugc',
  className: 'underline underline-offset-4',
};

function Facts({ wallet }: { wallet: string }) {
  const { data, isLoading } = useApiQuery(ProfileDocument, { wallet });
  if (!data && isLoading) return <Skeleton className="h-6" />;
  const profile = data?.profile;
  if (!profile || !(profile.affiliation || profile.orcid || profile.website)) return null;
  const { affiliation, orcid, website } = profile;
  return (
    <DefinitionList>
      {affiliation && (
        <Definition term="Affiliation">
          <bdi className="break-words">{visibleName(affiliation)}</bdi>
        </Definition>
      )}
      {orcid && (
        <Definition term="ORCID">
          <a href={`https://orcid.org/${orcid}`} {...outward}>
            {orcid}
          </a>
        </Definition>
      )}
      {website && (
        <Definition term="Website">
          <a href={website} {...outward}>
            <span className="break-all">{website.replace(/^https:\/\//, '').replace(/\/$/, '')}</span>
          </a>
        </Definition>
      )}
    </DefinitionList>
  );
}
