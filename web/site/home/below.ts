// The lower part of the home page: two names of one file, loaded when a visitor scrolls near.
export { Banners } from './banners.tsx';
export { Plans } from './plans.tsx';
