// Shown when the caller is not allowed to do what he asked for.
import { StaticPage } from '#web/lib/ui/static-page.tsx';

export function ForbiddenPage() {
  return <StaticPage textKey="static.forbidden" />;
}
