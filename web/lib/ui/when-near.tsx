// Renders its children once the reader has scrolled near them: what is far below costs nothing on first load.
import { type HTMLAttributes, useEffect, useRef, useState } from 'react';

/** Distance below the visible part (px). */
const margin = 200;

export function WhenNear({ children, ...frame }: HTMLAttributes<HTMLDivElement>) {
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: `${margin}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element} {...frame}>
      {isNear && children}
    </div>
  );
}
