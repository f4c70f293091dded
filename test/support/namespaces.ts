/** Two network namespaces with a cable between them: machines of a test's own. Needs the rights to make them. */

import { execFileSync, spawnSync } from 'node:child_process';

export interface Namespaces {
  /** Of the first, as the second sees it. */
  readonly address: string;
  /** The beginning of a command that runs in one of them. */
  readonly inFirst: readonly string[];
  readonly inSecond: readonly string[];
  /** Pulls the cable out, or puts it in again. */
  cable(isIn: boolean): void;
  /** A slow line that loses packets; false where the kernel has none. */
  slow(milliseconds: number, lossPercent: number): boolean;
  /** From now on counts what the second sends to anything but this port of the first. */
  watch(port: number): void;
  strayPackets(): number;
  remove(): void;
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' });
const [ADDRESS, OTHER] = ['10.77.0.1', '10.77.0.2'];

/** Nothing where they may not be made. */
export function openNamespaces(): Namespaces | undefined {
  const [first, second] = [`tv${process.pid}a`, `tv${process.pid}b`];
  const [port, end] = [`tv${process.pid}x`, `tv${process.pid}y`];
  const remove = () => {
    for (const name of [first, second]) spawnSync('ip', ['netns', 'del', name]);
  };
  try {
    ip('netns', 'add', first);
    ip('netns', 'add', second);
    ip('-n', first, 'link', 'add', port, 'type', 'veth', 'peer', 'name', end, 'netns', second);
    for (const [name, link, address] of [
      [first, port, ADDRESS],
      [second, end, OTHER],
    ]) {
      ip('-n', name, 'addr', 'add', `${address}/30`, 'dev', link);
      ip('-n', name, 'link', 'set', link, 'up');
      ip('-n', name, 'link', 'set', 'lo', 'up');
    }
  } catch {
    remove();
    return undefined;
  }
  const inSecond = ['ip', 'netns', 'exec', second];
  const nft = (text: string) =>
    execFileSync(inSecond[0], [...inSecond.slice(1), 'nft', ...text.split(' ')]).toString();
  return {
    address: ADDRESS,
    inFirst: ['ip', 'netns', 'exec', first],
    inSecond,
    cable: (isIn) => void ip('-n', second, 'link', 'set', end, isIn ? 'up' : 'down'),
    slow(milliseconds, lossPercent) {
      const told = `qdisc add dev ${end} root netem delay ${milliseconds}ms loss ${lossPercent}%`;
      return spawnSync('tc', ['-n', second, ...told.split(' ')]).status === 0;
    },
    watch(to) {
      nft('add table ip watch');
      nft('add chain ip watch out { type filter hook output priority 0 ; }');
      nft('add rule ip watch out oif lo accept');
      nft(`add rule ip watch out ip daddr ${ADDRESS} tcp dport ${to} accept`);
      nft('add rule ip watch out counter comment stray');
    },
    strayPackets: () => Number(/counter packets (\d+)/.exec(nft('list table ip watch'))?.[1]),
    remove,
  };
}
