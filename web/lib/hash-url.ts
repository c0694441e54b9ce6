// Redirects addresses of the form `/{product}/#/app/home`, found in e-mails and bookmarks, to `/app/home`.

/** Returns the path of a hash address, or undefined for any other hash. */
export function hashToPath(hash: string): string | undefined {
  const path = hash.startsWith('#!/') ? hash.slice(2) : hash.slice(1);
  // Two slashes would address another host.
  return /^\/(?![/\\])/.test(path) ? path : undefined;
}

/** Replaces a hash address with its path, now and on every later hash change. */
export function redirectHashUrl(): void {
  const path = hashToPath(location.hash);
  if (path) history.replaceState(null, '', path);
  addEventListener('hashchange', () => {
    const newPath = hashToPath(location.hash);
    if (newPath) location.replace(newPath);
  });
}
