// Where every unknown address leads.
import { StaticPage } from './static-page.tsx';

export function NotFoundPage() {
  return <StaticPage words="static.notFound" />;
}
