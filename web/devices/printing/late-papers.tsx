// Says above every page but the queue itself that papers wait for a printer, to people who may cancel them.
import { useLocation } from '@tanstack/react-router';
import { printQueuePage } from '#contract/devices/print-jobs.ts';
import classes from './waiting-papers.module.css';
import { WaitingPapers } from './waiting-papers.tsx';

/** Papers are late after minutes (ms). */
const refreshInterval = 60_000;

export function LatePapers() {
  const { pathname } = useLocation();
  if (pathname === printQueuePage) return null;
  return (
    <div className={classes.late}>
      <WaitingPapers refreshInterval={refreshInterval} />
    </div>
  );
}
