// Shows the person in whose name an action was done, and the employee who acted for them.
import { useTranslation } from 'react-i18next';

interface Props {
  userName: string;
  actorName: string;
}

/** For audit lists: shows both names if they differ. */
export function WhoActed({ userName, actorName }: Props) {
  const { t } = useTranslation();
  const differ = userName !== actorName && userName !== '' && actorName !== '';
  const name = differ ? t('grid.actedBy', { user: userName, actor: actorName }) : userName || actorName || '–';
  return <span title={name.length > 24 ? name : undefined}>{name}</span>;
}
