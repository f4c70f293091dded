/** The studio as a page: who can use it, what it withstands, and that nothing leaves it. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../support/browser.ts';
import { ROOT } from '../support/repository.ts';
import {
  attackStudio,
  choosePatients,
  downloadAll,
  fitStudio,
  giveFile,
  launchChromium,
  openStudio,
  STUDIO,
} from '../support/studio.ts';

const executable = findBrowser();
const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** In the page's own world the policy would refuse it; a debugger's world is not bound by it. */
async function violations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  await session.send('Runtime.evaluate', { expression: AXE, contextId });
  const { result } = await session.send('Runtime.evaluate', {
    contextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => id + ': ' + html.slice(0, 120) + ' ' + (any[0]?.message ?? ''))))`,
  });
  await session.detach();
  return result.value as string[];
}

/** Of namespaces; none is ever asked for. */
const ADDRESSES = ['schemas.openxmlformats.org', 'www.w3.org'];

describe('the file of the studio', () => {
  const html = readFileSync(STUDIO, 'utf8');
  const partOf = (name: string) => {
    const from = html.indexOf(`<${name}>`) + name.length + 2;
    return html.slice(from, html.indexOf(`</${name}>`, from));
  };

  test('is small, and fetches nothing', () => {
    expect(gzipSync(html, { level: 9 }).length).toBeLessThan(600_000);
    expect(html).not.toMatch(/<(script|link|img|iframe)[^>]* (src|href)="(?!data:,)/);
    expect(partOf('style')).not.toMatch(/@import|url\(/);
  });

  test('names no address but those of standards and of what it contains', () => {
    const hosts = [...html.matchAll(/(?:https?|wss?):\/\/([a-z0-9.-]+)/gi)].map(([, host]) => host);
    expect([...new Set(hosts)].sort()).toEqual(ADDRESSES);
  });

  test('another build gives the same bytes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'studio-build-'));
    const page = join(folder, 'studio.html');
    const built = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/tsdown/dist/run.mjs'), '--config', 'tsdown.studio.config.ts'],
      {
        cwd: ROOT,
        env: { ...process.env, STUDIO_BUILD: join(folder, 'build'), STUDIO_PAGE: page },
      },
    );
    const again = built.status === 0 ? readFileSync(page, 'utf8') : String(built.stderr);
    rmSync(folder, { recursive: true });
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(digest(again)).toBe(digest(html));
  });

  test('its policy allows its own script and style by their hashes, and no connection', () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const hashOf = (name: string) => createHash('sha256').update(partOf(name)).digest('base64');
    expect(policy).toContain(`script-src 'sha256-${hashOf('script')}' 'wasm-unsafe-eval';`);
    expect(policy).toContain(`style-src 'sha256-${hashOf('style')}';`);
    expect(policy).toContain("default-src 'none';");
    expect(policy).toContain("connect-src 'none';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
  });
});

describe.skipIf(executable === undefined)('the page of the studio', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('has no fault of accessibility in any state, light or dark', async () => {
    const { page, close } = await openStudio(browser);
    const check = async (state: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${state}, ${colorScheme}`).toEqual([]);
      }
    };
    await check('empty');
    await giveFile(page, 'empty.csv', '');
    await page.locator('.failure').waitFor();
    await check('wrong file');
    await choosePatients(page);
    await check('previewed');
    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    await page.locator('.progress').first().waitFor();
    await check('fitting');
    await page.getByRole('heading', { name: 'Two columns against each other' }).waitFor();
    await page.getByRole('button', { name: /^Compare with level/ }).click();
    await page.locator('#level').press('Home');
    await page.locator('.side').first().waitFor();
    await attackStudio(page);
    await page.getByRole('button', { name: 'Make the files' }).click();
    await page.getByRole('link', { name: /report.html/ }).waitFor();
    for (const details of await page.locator('details').all()) {
      await details.evaluate((each: HTMLDetailsElement) => {
        each.open = true;
      });
    }
    await check('verdict and files, all open');
    await page.getByLabel(/^How often members are told/).fill('0.5');
    await page.locator('.verdict.do-not-release').waitFor();
    await check('do not release');
    await close();
  }, 240_000);

  test('on paper there are results and no controls, and nothing moves for who wants that', async () => {
    const { page, close } = await openStudio(browser, { reducedMotion: 'reduce' });
    const motion = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    expect(await motion()).toBe('auto');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await motion()).toBe('smooth');
    await choosePatients(page);
    await fitStudio(page);
    await attackStudio(page);
    await page.emulateMedia({ media: 'print' });
    for (const place of ['.rail', '.slider', '.picker']) {
      expect(await page.locator(place).first().isVisible(), place).toBe(false);
    }
    for (const place of ['.verdict', '.curve svg', '.heat canvas', 'table.levels']) {
      expect(await page.locator(place).first().isVisible(), place).toBe(true);
    }
    await close();
  });

  test('is not wider than a phone', async () => {
    const { page, close } = await openStudio(browser, { viewport: { width: 320, height: 700 } });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(320);
    await choosePatients(page);
    await fitStudio(page);
    expect(await width()).toBe(320);
    await close();
  });

  test('can be used by the keyboard alone, up to the slider', async () => {
    const { page, close } = await openStudio(browser);
    const press = async (key: string, times = 1) => {
      for (let i = 0; i < times; i++) await page.keyboard.press(key);
    };
    const tabTo = async (name: string) => {
      for (let i = 0; i < 60; i++) {
        await press('Tab');
        const now = await page.evaluate(
          () =>
            document.activeElement?.getAttribute('aria-label') ??
            document.activeElement?.textContent ??
            '',
        );
        if (now.includes(name)) return;
        if (name === 'slider' && (await page.locator('#level:focus').count()) > 0) return;
      }
      throw new Error(`${name} cannot be reached`);
    };
    await tabTo('240 invented patients');
    await press('Enter');
    await page.locator('.curve').first().waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await tabTo('Role of weight');
    await page.keyboard.type('s');
    await expect.poll(() => page.locator('.facts').nth(1).textContent()).toContain('cost, weight');
    await tabTo('Fit');
    await press('Enter');
    await page.getByRole('heading', { name: 'Two columns against each other' }).waitFor();
    await page.locator('#level').focus();
    const before = Number(await page.locator('output').textContent());
    await press('ArrowRight');
    await expect
      .poll(async () => Number(await page.locator('output').textContent()))
      .toBe(before + 1);
    expect(await page.locator('#level').getAttribute('aria-valuetext')).toMatch(
      new RegExp(`^level ${before + 1} of \\d+, R² of cost about 0\\.\\d\\d by theory`),
    );
    await close();
  });

  test('types and codes can be overruled, and the command says so', async () => {
    const { page, close } = await openStudio(browser);
    const rows = Array.from(
      { length: 120 },
      (_, i) => `${i % 9 === 0 ? -9 : 20 + (i % 50)},${i % 2},${(i * 7) % 31}`,
    );
    await giveFile(page, 'coded.csv', `age,y,cost\n${rows.join('\n')}\n`);
    await page.getByRole('button', { name: 'Take it as missing' }).click();
    await expect
      .poll(() =>
        page.locator('tr', { hasText: 'age' }).locator('[data-label=Missing]').textContent(),
      )
      .toMatch(/1[0-9] %/);
    await page.getByLabel('Role of y').selectOption('response');
    await page.getByLabel('Role of cost').selectOption('sensitive');
    await page.getByLabel('Type of cost').selectOption('continuous');
    await page.locator('.reason', { hasText: 'declared' }).first().waitFor();
    expect(await page.locator('.command code').textContent()).toBe(
      'tvinesynth run coded.csv --schema columns.json --response y --sensitive cost --preset quick',
    );
    await page
      .locator('tr', { hasText: 'cost' })
      .getByRole('button', { name: 'as detected' })
      .click();
    await expect
      .poll(() => page.locator('.reason', { hasText: 'declared' }).count())
      .toBeLessThan(2);
    await close();
  });

  test('names that are markup are shown as they are written', async () => {
    const { page, complaints, close } = await openStudio(browser);
    const name = '<img src=x onerror=alert(1)>';
    const text = readFileSync(join(ROOT, 'examples/patients.csv'), 'utf8')
      .replace('cost', name)
      .replaceAll('female', '</script><b>female');
    await giveFile(page, '<b>table</b>.csv', text);
    await page.getByLabel('Role of readmitted').selectOption('response');
    await page.getByLabel(`Role of ${name}`).selectOption('sensitive');
    await page.locator('.curve').first().waitFor();
    await fitStudio(page);
    expect(await page.locator('img, main b:text("female"), #step-table h2 b').count()).toBe(0);
    expect(await page.locator('#step-table h2').textContent()).toBe('<b>table</b>.csv');
    expect(
      await page.locator('.gallery svg text', { hasText: name.slice(0, 10) }).count(),
    ).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([
    ['one row', 'a,b\n1,2\n'],
    ['a long cell', `a,b\n${'x'.repeat(100_000)},1\n${'y'.repeat(50_000)},2\n`],
    [
      'many columns',
      `${Array.from({ length: 2000 }, (_, j) => `c${j}`).join()}\n${`${Array.from({ length: 2000 }, (_, j) => j).join()}\n`.repeat(6)}`,
    ],
    [
      'a response with one class',
      `a,y\n${Array.from({ length: 50 }, (_, i) => `${i},same`).join('\n')}\n`,
    ],
  ])('withstands %s', async (_, text) => {
    const { page, complaints, close } = await openStudio(browser);
    await giveFile(page, 'odd.csv', text);
    await page.getByRole('heading', { name: 'Columns' }).waitFor();
    await page.locator('table.columns').waitFor();
    expect(await page.locator('table.columns tbody tr').count()).toBeLessThanOrEqual(50);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a job can be cancelled, and the next one runs', async () => {
    const { page, close } = await openStudio(browser);
    await page.getByRole('button', { name: 'the paper’s simulated data' }).click();
    await page.locator('.curve').first().waitFor();
    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.locator('.progress').count()).toBe(0);
    expect(await page.locator('.failure').count()).toBe(0);
    await page.getByLabel('Role of X2', { exact: true }).selectOption('sensitive');
    await expect.poll(() => page.locator('#step-preview .curve').count()).toBe(2);
    await close();
  });

  test('the choices are remembered for a file only if the user wants it', async () => {
    const { page, close } = await openStudio(browser);
    const text = readFileSync(join(ROOT, 'examples/patients.csv'));
    const roles = page.locator('.facts').nth(1);
    const choose = async () => {
      await giveFile(page, 'mine.csv', text);
      await page.getByLabel('Role of cost').waitFor();
    };
    await choose();
    await page.getByLabel('Role of cost').selectOption('sensitive');
    await page.reload();
    await choose();
    expect(await roles.textContent()).toContain('Sensitive: none yet');
    await page.getByLabel(/Remember my choices/).check();
    await page.getByLabel('Role of cost').selectOption('sensitive');
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('cost');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('2253');
    await page.reload();
    await choose();
    await expect.poll(() => roles.textContent()).toContain('Sensitive: cost');
    await close();
  });

  test('two tabs do not know each other', async () => {
    const { page, context, close } = await openStudio(browser);
    const other = await context.newPage();
    await other.goto(page.url());
    await Promise.all([choosePatients(page), giveFile(other, 'b.csv', 'p,q\n1,2\n3,4\n')]);
    await other.getByLabel('Role of q').waitFor();
    expect(await page.getByLabel('Role of q').count()).toBe(0);
    expect(await page.getByLabel('Role of cost').count()).toBe(1);
    await close();
  });

  test('when the engine dies the page says so, and starts another', async () => {
    const { page, close } = await openStudio(browser);
    await choosePatients(page);
    const [engine] = page.workers();
    await engine.evaluate(() => {
      setTimeout(() => {
        throw new Error('out of memory');
      });
    });
    await page.locator('.failure', { hasText: 'The engine stopped' }).waitFor();
    await choosePatients(page);
    expect(await page.locator('.failure').count()).toBe(0);
    await close();
  });

  describe('nothing leaves it', () => {
    let listener: Server;
    let base: string;
    const heard: string[] = [];
    beforeAll(async () => {
      listener = createServer((request, response) => {
        heard.push(request.url ?? '');
        response.end();
      });
      await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
      base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    });
    afterAll(() => listener?.close());

    test('text is no markup, and no address is a script, unless the page says so', async () => {
      const { page, close } = await openStudio(browser);
      const refused = await page.evaluate(() => {
        const attempts: Record<string, () => unknown> = {
          markup: () => {
            document.body.innerHTML = '<b>x</b>';
          },
          worker: () => new Worker('data:text/javascript,1'),
          script: () => {
            document.createElement('script').src = 'data:text/javascript,1';
          },
          code: () => setTimeout('1'),
          policy: () =>
            (
              globalThis as unknown as {
                trustedTypes: { createPolicy(name: string, rules: object): unknown };
              }
            ).trustedTypes.createPolicy('other', {}),
        };
        return Object.entries(attempts).flatMap(([name, attempt]) => {
          try {
            attempt();
            return [];
          } catch {
            return [name];
          }
        });
      });
      expect(refused).toEqual(['markup', 'worker', 'script', 'code', 'policy']);
      await close();
    });

    test('every way out that a script could try is closed', async () => {
      const { page, close } = await openStudio(browser);
      await choosePatients(page);
      const tried = await page.evaluate(async (to) => {
        const attempts: Record<string, () => unknown> = {
          fetch: () => fetch(`${to}/fetch`, { mode: 'no-cors' }),
          beacon: () => navigator.sendBeacon(`${to}/beacon`, 'x'),
          image: () => {
            new Image().src = `${to}/image`;
          },
          socket: () => new WebSocket(`${to.replace('http', 'ws')}/socket`),
          events: () => new EventSource(`${to}/events`),
          form: () => {
            const form = document.createElement('form');
            form.action = `${to}/form`;
            document.body.append(form);
            form.submit();
          },
          frame: () => {
            const frame = document.createElement('iframe');
            frame.src = `${to}/frame`;
            document.body.append(frame);
          },
          style: () => {
            document.body.style.backgroundImage = `url(${to}/style)`;
          },
        };
        const done: string[] = [];
        for (const [name, attempt] of Object.entries(attempts)) {
          try {
            await attempt();
          } catch {
            // refused at once
          }
          done.push(name);
        }
        return [...done, typeof (globalThis as { RTCPeerConnection?: unknown }).RTCPeerConnection];
      }, base);
      expect(tried).toHaveLength(9);
      expect(tried.at(-1)).toBe('undefined');
      const [engine] = page.workers();
      await engine.evaluate(async (to) => {
        await fetch(`${to}/worker`).catch(() => undefined);
      }, base);
      await page.waitForTimeout(500);
      expect(heard).toEqual([]);
      await close();
    });
  });

  describe('from tvinesynth studio', () => {
    let program: ChildProcess;
    let folder: string;
    let address: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'studio-'));
      const args = [join(ROOT, 'dist/cli.js'), 'studio', join(ROOT, 'examples/patients.csv')];
      program = spawn(process.execPath, [...args, '--no-open', '--out', join(folder, 'out')]);
      address = await new Promise<string>((found) => {
        let text = '';
        program.stdout?.on('data', (piece) => {
          text += piece;
          if (text.includes('\n')) found(text.trim());
        });
      });
    });
    afterAll(() => {
      program?.kill();
      rmSync(folder, { recursive: true });
    });

    test('the table is there, the token leaves the address, a reload works, files are saved, and the page ends the server', async () => {
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]{32}$/);
      const { page, complaints, close } = await openStudio(browser, { url: address });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.getByLabel('Role of cost').waitFor();
      expect(page.url()).toBe(address.split('#')[0]);
      await page.reload();
      await page.getByLabel('Role of cost').waitFor();
      await page.getByLabel('Role of readmitted').selectOption('response');
      const attack = page.getByRole('button', { name: 'Attack', exact: true });
      expect(await attack.isDisabled()).toBe(true);
      await page.getByText('Choose a response and a sensitive column in step 2 first.').waitFor();
      await page.getByLabel('Role of cost').selectOption('sensitive');
      await page.locator('#step-preview .curve').waitFor();
      await fitStudio(page);
      await attackStudio(page);
      await page.getByRole('button', { name: 'Make the files' }).click();
      const save = page.getByRole('button', { name: /^Save all in / });
      await save.click();
      await page.locator('.note', { hasText: 'Saved: ' }).waitFor();
      const files = await downloadAll(page);
      for (const name of ['synthetic.csv', 'model.json', 'report.html', 'certificate.json']) {
        expect(files.get(name)?.equals(readFileSync(join(folder, 'out', name))), name).toBe(true);
      }
      expect(existsSync(join(folder, 'out', 'certificate.salt'))).toBe(false);
      await save.click();
      await page.locator('.note', { hasText: 'there already' }).waitFor();
      expect(
        asked.filter((url) => !url.startsWith(address.split('#')[0]) && !url.startsWith('blob:')),
      ).toEqual([]);
      // the browser tells of the save that was refused
      expect(complaints.filter((words) => !words.includes('409'))).toEqual([]);
      const ended = new Promise<number | null>((over) => program.on('exit', over));
      await page.getByRole('button', { name: 'End the server' }).click();
      expect(await ended).toBe(0);
      await page.getByText('The server has ended').waitFor();
      await close();
    });
  });
});
