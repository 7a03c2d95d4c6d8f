'use client';
import 'react-easy-crop/react-easy-crop.css';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import { useAction } from '#lib/actions/use-action.ts';
import { ActionDialog } from './action-dialog.tsx';
import { type CropArea, type CropResult, cropImage } from './crop-image.ts';

interface CropDialogProps {
  /** Object URL of the chosen file. */
  url: string;
  title?: string;
  /** Label of the button. */
  action?: string;
  crop?: CropResult;
  onCancel: () => void;
  onCropped: (image: Blob) => void;
  /** Called if the browser cannot decode the image. */
  onUnreadable: () => void;
}

/** Lets the user choose the square part of an image that is shown. */
export function CropDialog({
  url,
  title = 'Crop the image',
  action = 'Crop and upload',
  crop,
  onCancel,
  onCropped,
  onUnreadable,
}: CropDialogProps) {
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea | null>(null);
  const { isRunning, failure, run } = useAction(async (chosen: CropArea) => {
    onCropped(await cropImage(url, chosen, crop));
  });

  return (
    <ActionDialog
      failure={failure}
      onClose={onCancel}
      title={title}
      description="Drag the image or use the arrow keys. Zoom with the slider."
      action={action}
      busy={isRunning || !area}
      onAction={() => area && run(area)}
    >
      <div className="relative h-72 overflow-hidden rounded bg-wash">
        <Cropper
          image={url}
          crop={position}
          zoom={zoom}
          aspect={1}
          disableAutomaticStylesInjection
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          mediaProps={{ onError: onUnreadable }}
        />
      </div>
      <label className="mt-4 flex items-center gap-4 text-sm">
        Zoom
        <input
          type="range"
          min={1}
          max={4}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="min-w-0 flex-1 accent-acc"
        />
      </label>
    </ActionDialog>
  );
}
