// Adds to the lockfile the optional packages of other platforms that the registry in use did not know: `npm ci`
// requires all of them, though it installs only this platform's. Run it after a change of dependencies: `npm run
// complete:lock`.
import { readFile, writeFile } from 'node:fs/promises';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
  dev?: boolean;
  [other: string]: unknown;
}

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(await readFile(path, 'utf8')) as { packages: Record<string, LockedPackage> };
const added: string[] = [];

for (const [place, { optionalDependencies, dev }] of Object.entries(lock.packages)) {
  if (place === '') continue;
  for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
    const platform = platformOf(name);
    const isLocked = `node_modules/${name}` in lock.packages || `${place}/node_modules/${name}` in lock.packages;
    if (isLocked || !platform || !/^\d/.test(version)) continue;
    lock.packages[`node_modules/${name}`] = { version, ...platform, ...(dev ? { dev } : {}), optional: true };
    added.push(name);
  }
}
const [root, ...others] = Object.entries(lock.packages);
others.sort(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries([root, ...others].filter((entry) => entry !== undefined));
await writeFile(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length ? `Added: ${added.join(', ')}` : 'The lockfile is complete.');

/** The platform in a package's name, such as `…-linux-arm64-musl`; undefined if there is none. */
function platformOf(name: string) {
  const found =
    /-(android|darwin|freebsd|linux|win32|openharmony)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-(\w+))?$/.exec(name);
  if (!found) return undefined;
  const [, os, cpu, abi] = found;
  const libc = os !== 'linux' || !abi ? undefined : abi.startsWith('musl') ? 'musl' : 'glibc';
  return { cpu: [cpu], ...(libc ? { libc: [libc] } : {}), os: [os] };
}
