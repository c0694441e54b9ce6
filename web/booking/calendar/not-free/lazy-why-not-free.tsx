// The dialog of the reasons, loaded when a person asks for it: few do.
import { type ComponentProps, lazy, Suspense } from 'react';

const WhyNotFree = lazy(async () => ({ default: (await import('./why-not-free.tsx')).WhyNotFree }));

export function LazyWhyNotFree(props: ComponentProps<typeof WhyNotFree>) {
  return (
    <Suspense>
      <WhyNotFree {...props} />
    </Suspense>
  );
}
