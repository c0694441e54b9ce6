// The actions of a campaign in the list: start, stop, send now, edit, try out and delete.
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDotsVertical, IconEye, IconPlayerPlay, IconPlayerStop, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Campaign, type CampaignMedium, campaignMoves } from '#contract/campaigns/campaigns.ts';
import { deleteCampaign, sendCampaign, startCampaign, stopCampaign } from './campaign-actions.ts';
import classes from './campaigns.module.css';

interface Props {
  medium: CampaignMedium;
  campaign: Campaign;
  title: string;
  /** A grant of the page lets people read. */
  mayChange: boolean;
  /** To start it again is not the next step. */
  hasEnded: boolean;
  onEdit(): void;
}

export function CampaignButtons({ medium, campaign, title, mayChange, hasEnded, onEdit }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<typeof startCampaign>();
  const moves = campaignMoves[campaign.state];
  const run = async (act: typeof startCampaign) => {
    setBusy(() => act);
    await act(medium, campaign).finally(() => setBusy(undefined));
  };
  const busyWith = (act: typeof startCampaign) => ({ loading: busy === act, disabled: busy !== undefined });
  return (
    <div className={classes.actions}>
      {mayChange && moves.start && (
        <Button
          size="sm"
          variant={hasEnded ? 'default' : 'filled'}
          leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
          {...busyWith(startCampaign)}
          onClick={() => void run(startCampaign)}
        >
          {t('campaigns.start')}
        </Button>
      )}
      {mayChange && moves.stop && (
        <Button
          size="sm"
          color="red"
          leftSection={<IconPlayerStop size={16} aria-hidden="true" />}
          {...busyWith(stopCampaign)}
          onClick={() => void run(stopCampaign)}
        >
          {t('campaigns.stop')}
        </Button>
      )}
      {mayChange && moves.send && (
        <Button
          size="sm"
          variant="default"
          leftSection={<IconSend size={16} aria-hidden="true" />}
          {...busyWith(sendCampaign)}
          onClick={() => void run(sendCampaign)}
        >
          {t('campaigns.send')}
        </Button>
      )}
      <Button size="sm" variant="default" onClick={onEdit}>
        {t(mayChange && moves.update ? 'grid.edit' : 'grid.show')}
      </Button>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('campaigns.actionsOf', { name: title })}>
            <IconDotsVertical size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={`/Marketing/Test/?Id=${campaign.id}`}
            target="_blank"
            leftSection={<IconEye size={16} aria-hidden="true" />}
          >
            {t('campaigns.test')}
          </Menu.Item>
          {mayChange && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden="true" />}
              onClick={() => void run(deleteCampaign)}
            >
              {t('grid.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
