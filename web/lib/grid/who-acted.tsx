// Who did something: the person in whose name, and whoever really acted.
import { useTranslation } from 'react-i18next';

interface Props {
  userName: string;
  actorName: string;
}

/** For the lists of audits: both names wherever they differ. */
export function WhoActed({ userName, actorName }: Props) {
  const { t } = useTranslation();
  const differ = userName !== actorName && userName !== '' && actorName !== '';
  const name = differ ? t('grid.actedBy', { user: userName, actor: actorName }) : userName || actorName || '–';
  return <span title={name.length > 24 ? name : undefined}>{name}</span>;
}
