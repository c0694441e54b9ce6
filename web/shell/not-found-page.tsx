// Shown for every unknown address.
import { StaticPage } from '#web/lib/ui/page/static-page.tsx';

export function NotFoundPage() {
  return <StaticPage textKey="static.notFound" />;
}
