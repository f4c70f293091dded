/** Across engines: Chromium gives the same bytes as Node, alone and with web workers. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import base64 from '#kernel';
import { type BrowserPage, findBrowser, openBrowser, runInNode } from '../support/browser.ts';
import { CHECKSUM, kernelChecksum } from '../support/kernelChecksum.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('vines in Chromium', () => {
  let page: BrowserPage;
  beforeAll(async () => {
    page = await openBrowser(executable ?? '');
  });
  afterAll(() => page?.close());

  /** Fits the paper's simulated table, response discrete, and gives the hashes of model and samples. */
  const code = (structure: string, threads: number) => `
    const { columns } = library.simulatedData(1, { rowsPerClass: 75 });
    const y = library.discretePseudoObservations(columns[columns.length - 1]);
    const u = [...columns.slice(0, -1).map(library.pseudoObservations), y.upper];
    const vine = await library.fitVine(u, {
      structure: '${structure}',
      left: u.map((_, j) => (j === u.length - 1 ? y.lower : undefined)),
      truncation: 6,
      threads: ${threads},
    });
    const model = new TextEncoder().encode(JSON.stringify(library.vineToJSON(vine)));
    return {
      model: await sha256([model]),
      exact: await sha256(library.sampleVine(vine, 500, { seed: 1 })),
      latent: await sha256(library.sampleVine(vine, 500, { seed: 1, responseSampling: 'latent' })),
    };`;

  test.each(['cvine', 'dvine', 'rvine', 'star'])(
    '%s: the same SHA-256 of model and samples as in Node, also with two web workers',
    async (structure) => {
      const expected = await runInNode(code(structure, 1));
      expect(expected).toHaveProperty('model', expect.stringMatching(/^[0-9a-f]{64}$/));
      expect(await page.runInBrowser(code(structure, 1))).toEqual(expected);
      expect(await page.runInBrowser(code(structure, 2))).toEqual(expected);
      expect(page.complaints).toEqual([]);
    },
  );

  /** A table with edges by class, two columns cut at different trees; the hashes of what it gives. */
  const byClass = (threads: number) => `
    const { names, columns } = library.simulatedData(1, { rowsPerClass: 100 });
    const lines = Array.from(columns[0], (_, r) => columns.map((x) => x[r].toFixed(3)).join());
    const text = [names.join(), ...lines].join('\\n');
    const table = await library.readTable(new TextEncoder().encode(text));
    const model = await library.fit(table, {
      response: 'Y',
      sensitive: ['X1', 'X11'],
      families: 'onepar',
      protect: 'sensitive',
      truncation: 4,
      truncateRest: 8,
      threads: ${threads},
    });
    const cut = library.truncate(model, { X1: 1 });
    const bytes = async (made) => (await library.writeTable(made)).bytes;
    return {
      groups: model.vine.groups,
      protected: cut.protected,
      split: model.vine.edges.filter(({ classes }) => classes).length,
      model: await sha256([new TextEncoder().encode(library.modelToText(cut))]),
      whole: await sha256([await bytes(library.sample(model, 500))]),
      cut: await sha256([await bytes(library.sample(cut, 500))]),
      latent: await sha256([await bytes(library.sample(cut, 500, { responseSampling: 'latent' }))]),
    };`;

  test('by class and by column: the same model and tables as in Node', async () => {
    const expected = await runInNode(byClass(1));
    expect(expected).toMatchObject({
      groups: [0, 1],
      protected: [
        { name: 'X1', truncation: 1 },
        { name: 'X11', truncation: 4 },
      ],
    });
    expect((expected as { split: number }).split).toBeGreaterThan(5);
    expect(await runInNode(byClass(2))).toEqual(expected);
    expect(await page.runInBrowser(byClass(1))).toEqual(expected);
    expect(await page.runInBrowser(byClass(2))).toEqual(expected);
    expect(page.complaints).toEqual([]);
  });

  test.each([1, 2])('with %i threads a fit is cancelled within a second', async (threads) => {
    const cancelled = `
      const { columns } = library.simulatedData(1);
      const u = columns.map(library.pseudoObservations);
      const controller = new AbortController();
      const fit = library.fitVine(u, { structure: 'cvine', threads: ${threads}, signal: controller.signal });
      setTimeout(() => controller.abort(new Error('changed my mind')), 100);
      const begun = performance.now();
      return fit.catch((error) => [error.message, performance.now() - begun < 1100]);`;
    expect(await page.runInBrowser(cancelled)).toEqual(['changed my mind', true]);
  });

  test('the kernel gives the same bits', async () => {
    const checksum = `
      const bytes = Uint8Array.from(atob('${base64}'), (character) => character.charCodeAt(0));
      const { instance } = await WebAssembly.instantiate(bytes, {});
      instance.exports.start();
      return (${kernelChecksum})(instance.exports);`;
    expect(await page.runInBrowser(checksum)).toBe(CHECKSUM);
  });
});
