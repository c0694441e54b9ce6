// Shown when the caller is not allowed to do what he asked for.
import { StaticPage } from './static-page.tsx';

export function ForbiddenPage() {
  return <StaticPage words="static.forbidden" />;
}
