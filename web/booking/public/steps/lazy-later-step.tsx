import { lazy } from 'react';

/** Call it when pointer or focus reaches the first step. */
export const loadLaterStep = () => import('./later-step.tsx').then(({ LaterStep }) => ({ default: LaterStep }));

/** The steps after the choice of a time, which load by themselves. */
export const LazyLaterStep = lazy(loadLaterStep);
