// `npm start`: the demo, as `npx tvinesynth demo` has it; options after `--` are passed on. An earlier
// run's folder is written over, so that it can be started again.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const args = [cli, 'demo', '--force', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
process.exitCode = status ?? 1;
