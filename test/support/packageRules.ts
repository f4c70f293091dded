/** Rules on package.json and the lock file, each a function from the parsed file to violations. */

export interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface LockedPackage {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** What npm runs on the machine of someone who only installs. */
const INSTALL_SCRIPTS = /^((pre|post)?(install|prepare)|prepublish)$/;

export function installScripts({ scripts = {} }: Manifest): string[] {
  return Object.keys(scripts)
    .filter((name) => INSTALL_SCRIPTS.test(name))
    .map((name) => `package.json: the script ${name} would run on installing`);
}

export function looseVersions({ dependencies = {}, devDependencies = {} }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json: ${name} is ${version}, not one exact version`);
}

export function hostsInLockFile({ packages }: LockFile): string[] {
  return Object.entries(packages)
    .filter(([, entry]) => entry.resolved?.includes('://'))
    .map(([name]) => `package-lock.json: ${name} names the host it came from`);
}

/**
 * Packages for other platforms that the lock file names but does not hold. npm leaves them out when
 * its registry does not have them, and `npm ci` then fails, here or elsewhere.
 */
export function gapsInLockFile({ packages }: LockFile): string[] {
  const held = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !held.has(name))
      .map((name) => `package-lock.json: ${path} may need ${name}, which is not there`),
  );
}
