// Crops a picture to a circle, by mouse, touch or keyboard.
import { Slider, Text } from '@mantine/core';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/lib/ui/dialog/dialog.tsx';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { cropPicture } from './crop-picture.ts';
import classes from './my-account.module.css';

interface Props {
  url: string;
  /** Size of the result and minimum size of the cropped area (px). */
  minSize: number;
  isSending: boolean;
  onClose(): void;
  onDone(picture: Blob): void;
}

export function CropDialog({ url, minSize, isSending, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [maxZoom, setMaxZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [isCropping, setCropping] = useState(false);
  async function finish() {
    if (!area) return;
    setCropping(true);
    try {
      onDone(await cropPicture(url, area, minSize));
    } finally {
      setCropping(false);
    }
  }
  return (
    <Dialog onClose={onClose} title={t('myAccount.crop')} size="lg">
      <Text c="dimmed">{t('myAccount.cropHint')}</Text>
      <div className={classes.crop}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={maxZoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          objectFit="cover"
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
          onMediaLoaded={({ naturalWidth, naturalHeight }) =>
            // At a higher zoom, the area would have fewer pixels than the result.
            setMaxZoom(Math.max(1, Math.min(naturalWidth, naturalHeight) / minSize))
          }
        />
      </div>
      <Text id="crop-zoom" size="sm" mb={4}>
        {t('myAccount.zoom')}
      </Text>
      <Slider
        thumbProps={{ 'aria-labelledby': 'crop-zoom' }}
        label={null}
        min={1}
        max={Math.max(maxZoom, 1.01)}
        step={0.01}
        value={zoom}
        disabled={maxZoom <= 1}
        onChange={setZoom}
      />
      <DialogFoot
        confirmLabel={t('myAccount.usePicture')}
        disabled={!area}
        isBusy={isSending || isCropping}
        onConfirm={() => void finish()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
