/** What is wrong with the built site: links that lead nowhere, and anything taken from another host. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

export function checkSite(folder: string): string[] {
  const pages = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .sort()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
  const anchors = new Map(
    [...pages].map(([path, html]) => [
      path,
      new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => id)),
    ]),
  );
  return [...pages].flatMap(([path, html]) => [
    ...dead(folder, path, html, anchors),
    ...foreign(path, html),
  ]);
}

function dead(
  folder: string,
  path: string,
  html: string,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const targets = [...html.matchAll(/<[^>]*?\s(?:href|src)="([^"]*)"/g)].map(
    ([, target]) => target,
  );
  return [...new Set(targets)]
    .filter((target) => !/^([a-z]+:|\/\/)/.test(target))
    .flatMap((target) => {
      const [file, anchor] = decodeURI(target.replaceAll('&amp;', '&')).split('#');
      const found = file === '' ? path : posix.join(posix.dirname(path), file);
      const at = join(folder, found);
      if (!existsSync(at) || !statSync(at).isFile()) return [`${path}: ${target} leads nowhere`];
      // an empty anchor is the top of the page; those of drawings are typedoc's own
      const isThere = !anchor || (anchors.get(found)?.has(anchor) ?? true);
      return isThere ? [] : [`${path}: ${found} has no place called ${anchor}`];
    });
}

/** Scripts, styles, pictures and fonts must come with the site. Links for the reader may lead out. */
function foreign(path: string, html: string): string[] {
  return [
    ...html.matchAll(
      /<(?:script|img|iframe|source|video|audio)[^>]*?\ssrc="(?:https?:)?\/\/[^"]*"/g,
    ),
    ...html.matchAll(/<link(?![^>]*rel="canonical")[^>]*?\shref="(?:https?:)?\/\/[^"]*"/g),
    ...html.matchAll(/@import|url\((?!['"]?(?:data:|#))[^)]*\/\/[^)]*\)/g),
  ].map(([found]) => `${path}: takes something from another host: ${found}`);
}
