'use client';
import { Popover } from 'radix-ui';
import { type RefObject, useId } from 'react';
import { useNetwork } from '#lib/config/public-config.tsx';
import { withParams } from '#lib/urls/search-params.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ReportButton } from '../moderation/report-button.tsx';
import { Face } from './face.tsx';
import { LabelForm } from './label-form.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import type { ShownPerson } from './use-person.ts';

interface PersonCardProps {
  person: ShownPerson;
  isAgent: boolean;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** Who an address is, as far as anybody says so, with the full address and the reader's label for it. */
export function PersonCard({ person, isAgent, anchor, onClose }: PersonCardProps) {
  const { address, name, isAmbiguous } = person;
  const network = useNetwork();
  const id = useId();
  const explorer = explorerLink(network, 'address', address);
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-labelledby={id}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.current?.focus();
          }}
          className="z-50 flex max-h-(--radix-popover-content-available-height) w-96 max-w-[calc(100vw-1rem)] flex-col gap-3 overflow-y-auto rounded border border-edge bg-sheet p-4 text-sm text-ink"
        >
          <div className="flex items-start gap-3">
            <Face address={address} isAgent={isAgent} picture={name?.picture} size={40} />
            <div className="min-w-0">
              <h2 id={id} className="font-sans text-base leading-5 font-medium break-words">
                <bdi>{name?.name ?? name?.resolvedName ?? 'A wallet without a name'}</bdi>
              </h2>
              {name?.name && <p className="text-ink2">Unverified: the wallet gave itself this name.</p>}
              {name?.resolvedName && (
                <p className="break-words text-ink2">
                  {name.name && (
                    <>
                      <bdi className="text-ink">{name.resolvedName}</bdi>:{' '}
                    </>
                  )}
                  {name.name ? 'the' : 'The'} chain leads from this name to the address and back.
                </p>
              )}
            </div>
          </div>
          {isAmbiguous && (
            <Notice kind="warning">
              Another wallet has a name that looks the same. Compare the address with one that you know.
            </Notice>
          )}
          <p className="flex items-start gap-1">
            <span className="font-mono text-xs break-all">{address}</span>
            <CopyButton text={address} label="Copy the address" />
          </p>
          {name?.name && <ProfileFacts wallet={address} />}
          <p className="flex flex-wrap gap-x-4 gap-y-2">
            <TextLink href={withParams('/activity', { show: 'onchain', wallet: address })}>
              Onchain activity
            </TextLink>
            {explorer && (
              <a href={explorer} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                Block explorer
              </a>
            )}
          </p>
          {name?.name && person.kind !== 'reader' && (
            <div className="-ml-3">
              <ReportButton subject={{ kind: 'PROFILE', subject: address }} />
            </div>
          )}
          {person.kind !== 'reader' && <LabelForm address={address} onDone={onClose} />}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
