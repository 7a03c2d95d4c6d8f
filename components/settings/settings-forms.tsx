'use client';
import { ApiProvider } from '#lib/api/api-provider.tsx';
import { useMyRole } from '../files/use-my-role.ts';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { DisplayForm } from './display-form.tsx';
import { ImageSettings } from './image-settings.tsx';
import { KeyReleases } from './key-releases.tsx';
import type { LabDisplay } from './lab-display.ts';

/** The settings for owners. The service checks the role at each call. */
export function SettingsForms({ lab }: { lab: LabDisplay }) {
  return (
    <ApiProvider>
      <Forms lab={lab} />
    </ApiProvider>
  );
}

function Forms({ lab }: { lab: LabDisplay }) {
  const { role } = useMyRole(lab.oclId);
  if (role === null || role === 'VIEWER' || role === 'CONTRIBUTOR') {
    return (
      <Notice>
        Owners of the lab change how it looks: who holds its NFT, or owns the Safe or smart account that does.
        Your wallet {role ? `is a ${role.toLowerCase()}` : 'has no role here'}.
      </Notice>
    );
  }
  return (
    <>
      <Section title="Name and description">
        <DisplayForm lab={lab} />
      </Section>
      <Section title="Image">
        <ImageSettings lab={lab} />
      </Section>
      <Section title="Key requests">
        <KeyReleases oclId={lab.oclId} />
      </Section>
    </>
  );
}
