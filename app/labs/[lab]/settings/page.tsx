import { LabOverviewDocument } from '@labroom/client/documents';
import type { Metadata } from 'next';
import { RenewKeys } from '#components/access-change/parts.tsx';
import { StorageUsed } from '#components/labs/storage-used.tsx';
import { OwnerSettings } from '#components/settings/owner-settings.tsx';
import { Failure } from '#components/site/failure.tsx';
import { Section } from '#components/ui/section.tsx';
import { labTitle } from '#lib/api/lab-reference.ts';
import { labOfPage } from '#web/load-lab.ts';
import { queryOutcome } from '#web/query-service.ts';

export const metadata: Metadata = { title: 'Settings' };

export default async function SettingsPage({ params }: { params: Promise<{ lab: string }> }) {
  const lab = await labOfPage((await params).lab, 'settings');
  if (!lab) return null;
  const outcome = await queryOutcome(LabOverviewDocument, { oclId: lab.oclId });
  const dataRoom = outcome.ok ? outcome.data.labWithDataRoomAndFiles?.dataRoom : undefined;
  const { oclId, name, description, externalUrl, image } = lab;
  return (
    <div className="grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
      <div className="flex min-w-0 flex-col gap-12">
        <OwnerSettings
          lab={{ oclId, name, description, externalUrl, image, title: labTitle(lab) }}
          renewKeys={<RenewKeys lab={{ oclId, name: labTitle(lab) }} />}
        />
      </div>
      <Section title="Storage">
        {!outcome.ok && <Failure title="Storage usage is unavailable right now." failure={outcome.failure} />}
        {dataRoom && (
          <>
            <StorageUsed
              files={dataRoom.filesPage.totalCount}
              used={dataRoom.storageUsed}
              limit={dataRoom.storageLimit}
            />
            <p className="text-sm text-ink2">
              All versions and pending uploads count. Deleting a file frees the storage of all its versions.
              The operator of this service can raise the limit.
            </p>
          </>
        )}
      </Section>
    </div>
  );
}
