'use client';
import type { ReactNode } from 'react';
import { withApi } from '#lib/session/api-provider.tsx';
import { useMyRole } from '../core/labs/use-my-role.ts';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { AccountLock } from './account-lock.tsx';
import { DisplayForm } from './display-form.tsx';
import { ImageSettings } from './image-settings.tsx';
import { KeyReleases } from './key-releases.tsx';
import type { LabDisplay } from './lab-display.ts';
import { LabIntent } from './lab-intent.tsx';
import { WebhookSettings } from './webhook-settings.tsx';

interface SettingsFormsProps {
  lab: LabDisplay;
  /** Offers to renew the keys, above those that were asked for. */
  renewKeys: ReactNode;
}

/** The settings that the user may change. The service checks the role at each call. */
export const SettingsForms = withApi(Forms);

function Forms({ lab, renewKeys }: SettingsFormsProps) {
  const { role, isLoading, offers } = useMyRole(lab.oclId);
  if (isLoading) return <Loading label="Loading the settings" className="h-96" />;
  if (!offers('updateLabNftMetadata')) {
    return (
      <Notice>
        Only owners can change these settings: the holder of the LabNFT, or an owner of the Safe or smart
        account that holds it. Your wallet {role ? `is a ${role.toLowerCase()} of` : 'has no role in'} this
        lab.
      </Notice>
    );
  }
  return (
    <>
      <Section title="Name and description">
        <DisplayForm lab={lab} />
      </Section>
      {offers('generateLabImageUploadUrl') && (
        <Section title="Image">
          <ImageSettings lab={lab} />
        </Section>
      )}
      {offers('webhooks') && (
        <Section title="Webhooks">
          <WebhookSettings oclId={lab.oclId} />
        </Section>
      )}
      {offers('setLabIntent') && (
        <Section title="Paid calls">
          <LabIntent oclId={lab.oclId} />
        </Section>
      )}
      {offers('keyReleases') && (
        <Section title="Key requests">
          {renewKeys}
          <KeyReleases oclId={lab.oclId} />
        </Section>
      )}
      <AccountLock lab={{ oclId: lab.oclId, name: lab.title }} />
    </>
  );
}
