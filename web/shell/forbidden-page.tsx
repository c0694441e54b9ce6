// Shown when the caller lacks the right for a page or an action.
import { StaticPage } from '#web/lib/ui/static-page.tsx';

export function ForbiddenPage() {
  return <StaticPage textKey="static.forbidden" />;
}
