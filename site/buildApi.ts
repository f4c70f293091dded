/** The API reference of the three public doors, by typedoc, in the folder `api` of the site. */

import { join } from 'node:path';
import { Application } from 'typedoc';

export async function buildApi(root: string, out: string): Promise<void> {
  const app = await Application.bootstrap({
    name: 'TVineSynth API',
    entryPoints: ['index', 'vine', 'node'].map((door) => join(root, 'src', `${door}.ts`)),
    tsconfig: join(root, 'tsconfig.json'),
    readme: 'none',
    // no line numbers: they change with every edit
    disableSources: true,
    excludePrivate: true,
    excludeInternal: true,
    hideGenerator: true,
    githubPages: false,
    includeVersion: true,
    customCss: join(root, 'site', 'api.css'),
    navigationLinks: { Documentation: '../index.html' },
    logLevel: 'Warn',
    skipErrorChecking: true,
    validation: { notExported: false, invalidLink: true, notDocumented: false },
  });
  const project = await app.convert();
  if (!project) throw new Error('typedoc could not read the sources');
  await app.generateDocs(project, join(out, 'api'));
  if (app.logger.hasErrors()) throw new Error('typedoc found errors; they stand above');
}
