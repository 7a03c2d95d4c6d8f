'use client';
import {
  GenerateLabImageUploadUrlDocument,
  LabImageDocument,
  type LabImageQuery,
} from '@labroom/client/documents';
import { useRouter } from 'next/navigation';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { explainFailure, type FailureText } from '#lib/wallet/explain-failure.ts';
import { LabMark } from '../core/labs/lab-mark.tsx';
import { Button } from '../ui/button.tsx';
import { formatBytes } from '../ui/byte-size.tsx';
import { canCrop } from '../ui/crop-image.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';
import { imageRejectionText, imageTypes, maxImageBytes, sendImage } from './image-upload.ts';
import type { LabDisplay } from './lab-display.ts';

const CropDialog = part(async () => (await import('../ui/crop-dialog.tsx')).CropDialog);

type Step =
  | { kind: 'idle' }
  | { kind: 'cropping'; url: string }
  /** `url`: preview of the uploaded image, shown until the service publishes it; `null`: the lab's present image stays meanwhile. */
  | { kind: 'sending' | 'checking' | 'published'; url: string | null }
  | { kind: 'refused'; reason: string };

/** Chooses, crops and uploads the lab's image, and follows its review by the service. */
export function ImageSettings({ lab }: { lab: LabDisplay }) {
  const input = useRef<HTMLInputElement>(null);
  const [step, setStep] = useState<Step>({ kind: 'idle' });
  const [failure, setFailure] = useState<FailureText | null>(null);
  const requestUploadUrl = useApiMutation(GenerateLabImageUploadUrlDocument);
  const router = useRouter();
  const checked = useCheckedImage(lab.oclId, step.kind === 'checking');
  useEffect(() => {
    if (step.kind !== 'checking') return;
    if (checked?.status === 'PUBLISHED') {
      setStep({ kind: 'published', url: step.url });
      router.refresh();
    } else if (checked?.status === 'REFUSED') {
      setStep({ kind: 'refused', reason: imageRejectionText(checked.reason) });
    }
  }, [step, checked, router]);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // Allows choosing the same file again.
    event.target.value = '';
    if (!file) return;
    setFailure(null);
    if (canCrop(file.type)) setStep({ kind: 'cropping', url: URL.createObjectURL(file) });
    else if (file.size > maxImageBytes)
      setFailure({ title: 'The image is too large.', advice: `The limit is ${formatBytes(maxImageBytes)}.` });
    else void send(file);
  }

  async function send(image: Blob) {
    try {
      const url = addressOf(image);
      setStep({ kind: 'sending', url });
      const answer = await requestUploadUrl({ oclId: lab.oclId, contentType: image.type });
      await sendImage(answer.generateLabImageUploadUrl.uploadUrl, image);
      setStep({ kind: 'checking', url });
    } catch (error) {
      giveUp(explainFailure(error));
    }
  }

  function giveUp(reason: FailureText) {
    setStep({ kind: 'idle' });
    setFailure(reason);
  }

  const busy = step.kind === 'sending' || step.kind === 'checking';
  const shown = ('url' in step && step.kind !== 'cropping' ? step.url : null) ?? lab.image;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <LabMark oclId={lab.oclId} image={shown} size="lg" />
        <div className="flex flex-col items-start gap-1">
          <Button busy={busy} onClick={() => input.current?.click()}>
            {lab.image ? 'Change the image' : 'Choose an image'}
          </Button>
          <p className="text-sm text-ink2">
            JPEG, PNG, WebP, GIF or SVG, at most {formatBytes(maxImageBytes)}.
          </p>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={imageTypes}
        aria-label="Image of the lab"
        className="sr-only"
        tabIndex={-1}
        onChange={choose}
      />
      <div aria-live="polite">
        {step.kind === 'sending' && <Notice>Uploading the image.</Notice>}
        {step.kind === 'checking' && (
          <Notice>The image is being checked. It appears on all pages within seconds.</Notice>
        )}
        {step.kind === 'published' && <Notice kind="success">The image is now shown on all pages.</Notice>}
        {step.kind === 'refused' && (
          <Notice kind="warning">The image was rejected. {step.reason} The previous image stays.</Notice>
        )}
      </div>
      <FailureNotice failure={failure} />
      {step.kind === 'cropping' && (
        <CropDialog
          url={step.url}
          onCancel={() => setStep({ kind: 'idle' })}
          onCropped={send}
          onUnreadable={() =>
            giveUp({
              title: 'The image cannot be opened.',
              advice: 'The file may be damaged. Choose another.',
            })
          }
        />
      )}
    </div>
  );
}

/** Polls the check of the last uploaded image until it ends. `undefined` before the first response. */
function useCheckedImage(oclId: string, isChecking: boolean) {
  const { data, isLoading } = useApiQuery(
    LabImageDocument,
    { oclId },
    { pause: !isChecking, requestPolicy: 'network-only', poll: { everyMilliseconds: 700, isFinal } },
  );
  // `data` may still be about the previous image while loading.
  return isLoading ? undefined : data?.labWithDataRoomAndFiles?.imageUpload;
}

function isFinal({ labWithDataRoomAndFiles: lab }: LabImageQuery): boolean {
  if (!lab) return false;
  const status = lab.imageUpload?.status;
  return !lab.imageUpload || status === 'PUBLISHED' || status === 'REFUSED';
}

/** Preview URL of an image in memory. An SVG has none: drawing it could freeze the page, and a blob URL has the origin of this site. */
const addressOf = (image: Blob) => (/svg/i.test(image.type) ? null : URL.createObjectURL(image));
