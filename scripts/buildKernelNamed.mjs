// Compiles kernels/ to WebAssembly and writes it as a JavaScript module (build/kernel.js), so that
// Node, worker threads, bundlers and browsers all load the same bytes in the same way. The optimiser's
// passes are not repeated (--converge): that took 28 of 38 seconds, and neither a fit nor a sample nor an
// epoch was faster for it.
import { mkdir, writeFile } from 'node:fs/promises';
import asc from 'assemblyscript/asc';
import { POOL_END, poolConstants } from './constantPoolNamed.mjs';

const { error, stdout, stderr, text } = await compile();
if (error) {
  process.stderr.write(`${stderr}\n${stdout}\n${error.message}\n`);
  process.exit(1);
}
const binary = poolConstants(text);
await mkdir('build', { recursive: true });
await writeFile(
  'build/kernel.js',
  `export default ${JSON.stringify(Buffer.from(binary).toString('base64'))};\n`,
);
await writeFile('build/kernel.d.ts', 'declare const base64: string;\nexport default base64;\n');
process.stdout.write(`build/kernel.js: ${binary.length} bytes of WebAssembly\n`);

async function compile() {
  let text;
  const result = await asc.main(
    [
      'kernels/index.ts',
      '--textFile',
      'kernel.wat',
      '--runtime',
      'stub',
      '--memoryBase',
      `${POOL_END}`,
      '--enable',
      'simd',
      '--exportStart',
      'start',
      '--optimizeLevel',
      '3',
      '--shrinkLevel',
      '0',
      '--noAssert',
      '--use',
      'abort=',
    ],
    {
      writeFile(_name, contents) {
        text = contents;
      },
    },
  );
  return { ...result, stdout: result.stdout.toString(), stderr: result.stderr.toString(), text };
}
