'use client';
import { sha256Hex } from '@labroom/client/crypto/aes-gcm';
import { pictureMaxBytes, pictureSide, plainPicture } from '@labroom/protocol/picture';
import { type ChangeEvent, useRef, useState } from 'react';
import { Face } from '../core/people/face.tsx';
import { Button } from '../ui/button.tsx';
import { part } from '../ui/part.tsx';

const CropDialog = part(async () => (await import('../ui/crop-dialog.tsx')).CropDialog);

/** The picture as it will be signed. */
export interface ChosenPicture {
  url: string;
  sha256: string;
  /** `null`: the service has it. */
  bytes: Uint8Array | null;
}

interface PictureFieldProps {
  wallet: string;
  value: ChosenPicture | null;
  onChange: (picture: ChosenPicture | null) => void;
}

/** Chooses, crops and removes a picture. It is made small and loses its metadata in the browser, before it is signed. */
export function PictureField({ wallet, value, onChange }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [cropping, setCropping] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Allows choosing the same file again.
    target.value = '';
    setProblem(null);
    if (file) setCropping(URL.createObjectURL(file));
  }

  async function take(image: Blob) {
    setCropping(null);
    const plain = plainPicture(new Uint8Array(await image.arrayBuffer()));
    if (!plain || plain.bytes.length > pictureMaxBytes)
      return setProblem('This browser cannot make a small picture of it. Choose another.');
    const bytes = new Uint8Array(plain.bytes);
    const url = URL.createObjectURL(new Blob([bytes], { type: plain.type }));
    onChange({ url, sha256: await sha256Hex(bytes), bytes });
  }

  return (
    <fieldset aria-label="Picture" className="flex min-w-0 flex-wrap items-center gap-4">
      <Face address={wallet} isAgent={false} picture={value?.url} size={64} />
      <div className="flex flex-col items-start gap-1">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => input.current?.click()}>
            {value ? 'Change the picture' : 'Choose a picture'}
          </Button>
          {value && (
            <Button size="sm" variant="quiet" onClick={() => onChange(null)}>
              Remove it
            </Button>
          )}
        </div>
        <p className="text-sm text-ink2">
          {value ? 'Everyone can see it.' : 'Without one, people see what is drawn from your address.'}
        </p>
        {problem && (
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label="Picture of you"
        className="sr-only"
        tabIndex={-1}
        onChange={choose}
      />
      {cropping && (
        <CropDialog
          url={cropping}
          title="Crop the picture"
          action="Use the picture"
          crop={{ side: pictureSide, background: '#fff' }}
          onCancel={() => setCropping(null)}
          onCropped={(image) => void take(image)}
          onUnreadable={() => {
            setCropping(null);
            setProblem('The file cannot be opened as a picture. It may be damaged. Choose another.');
          }}
        />
      )}
    </fieldset>
  );
}
