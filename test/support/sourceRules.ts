/**
 * Rules on the source text, each a function from files to violations in words. They read the syntax
 * tree, so comments and strings never count.
 */

import { posix } from 'node:path';
import ts from 'typescript';

/** A source file: its path from the root of the repository, with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/**
 * The folders of src/, lowest first. A folder may import from itself and from those before its own
 * row; folders in one row do not know each other. Files directly in src/ stand on top of all.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ['numerics'],
  ['documents'],
  ['random'],
  ['work'],
  ['copula'],
  ['vine'],
  ['table'],
  ['margins', 'demo', 'features'],
  ['rules'],
  ['order'],
  ['model', 'learners'],
  ['generators'],
  ['measures'],
  ['study'],
  ['audit'],
  ['certificate'],
  ['report'],
  ['store'],
  ['cli', 'studio'],
];

/** The folders whose arithmetic shapes results: no package, no clock, no inexact mathematics. */
export const ENGINE: readonly string[] = [
  ...words(`numerics documents random copula vine margins demo features rules order model learners generators
    measures audit study`),
];

/** What IEEE 754 or the language defines to the last bit; every other member of Math may differ. */
const EXACT_MATH = words(`abs ceil clz32 floor fround imul max min round sign sqrt trunc
  E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2`);

/** The one file of the engine that asks the machine for chance: keys of noise that nobody may know. */
const SECRETS = 'src/random/secretKey.ts';

const ENGINE_STRANGERS = words(`Date performance console process Buffer require crypto Intl
  globalThis global window self navigator document eval Function
  setTimeout setInterval setImmediate`);

/** Methods whose result depends on the language of the machine. */
const LOCALE_METHODS = words('localeCompare toLocaleString toLocaleLowerCase toLocaleUpperCase');

/** The file that reads pipes. */
const PIPES = 'src/table/files.ts';

/** Of node:net the class Socket alone, always on a descriptor that is open. */
function readsPipes(text: string): boolean {
  const imports = text.match(/^import .* from 'node:net';$/gm) ?? [];
  const uses = text.match(/\bSocket\b.*/g) ?? [];
  const onDescriptor = /^Socket\(\{ fd: \w+, readable: true, writable: false \}\)/;
  return (
    imports.join() === "import { Socket } from 'node:net';" &&
    uses
      .filter((use) => !/^Socket \} from 'node:net';$/.test(use))
      .every((use) => onDescriptor.test(use))
  );
}

const NETWORK_MODULES = words('http https http2 net dns dns/promises tls dgram undici ws');

const NETWORK_NAMES = words(`fetch WebSocket XMLHttpRequest EventSource sendBeacon
  RTCPeerConnection WebTransport importScripts`);

/** The one server, which only this machine can reach, and the file of the studio's page that asks it. */
const LOOPBACK = 'src/cli/studioServer.ts';
const OWN_SERVER = 'src/studio/page/server.ts';

/** Imports that point to a higher layer, to a neighbour in the same row, or out of src/. */
export function importsPointingUp(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const from = layerOf(path);
    if (from === undefined) return [`${path}: its folder is not in the table of layers`];
    return importsOf(path, text)
      .filter((specifier) => specifier.startsWith('.'))
      .flatMap((specifier) => {
        const target = posix.join(posix.dirname(path), specifier);
        const to = layerOf(target);
        const allowed = to !== undefined && (to < from || folderOf(path) === folderOf(target));
        return allowed ? [] : [`${path}: imports ${specifier}, which points the wrong way`];
      });
  });
}

/** Rows of the table of folders in a document that are not those of the layers, for the folders of src/. */
export function foldersOffTheMap(document: string, files: readonly SourceFile[]): string[] {
  const there = new Set(files.map(({ path }) => folderOf(path)));
  const expected = LAYERS.map((row) => row.filter((folder) => there.has(folder)))
    .filter((row) => row.length > 0)
    .map((row) => [...row].sort().join(', '));
  const written = document
    .split('\n')
    .map((line) => [...(line.split('|')[1] ?? '').matchAll(/`src\/(\w+)\/`/g)])
    .filter((row) => row.length > 0)
    .map((row) =>
      row
        .map(([, folder]) => folder)
        .sort()
        .join(', '),
    );
  return Array.from({ length: Math.max(expected.length, written.length) }, (_, i) => i)
    .filter((i) => expected[i] !== written[i])
    .map(
      (i) => `row ${i + 1} holds ${written[i] ?? 'nothing'}, but src/ ${expected[i] ?? 'nothing'}`,
    );
}

/** Imports of anything but relative paths and the kernel, in the engine. */
export function packagesInEngine(files: readonly SourceFile[]): string[] {
  return files.filter(isEngine).flatMap(({ path, text }) =>
    importsOf(path, text)
      .filter((specifier) => !specifier.startsWith('.') && specifier !== '#kernel')
      .map((specifier) => `${path}: imports ${specifier}, but the engine imports no package`),
  );
}

/** Inexact mathematics, randomness, clocks, output and surroundings, in the engine. */
export function strangersInEngine(files: readonly SourceFile[]): string[] {
  return files.filter(isEngine).flatMap(({ path, text }) =>
    collect(path, text, (node) => {
      if (isPowerOperator(node)) return `the operator ${ts.tokenToString(node.kind)}`;
      if (ts.isMetaProperty(node)) return 'import.meta';
      if (!ts.isIdentifier(node)) return undefined;
      if (isMemberName(node)) return LOCALE_METHODS.has(node.text) ? node.text : undefined;
      if (node.text === 'Math') return inexactMath(node);
      if (node.text === 'crypto' && path === SECRETS) return undefined;
      return ENGINE_STRANGERS.has(node.text) || NETWORK_NAMES.has(node.text)
        ? node.text
        : undefined;
    }).map((found) => `${path}${found} has no place in the engine`),
  );
}

/**
 * Ways to the network, anywhere. One file may take the class Socket to read a pipe that is open already,
 * as nothing else in Node can wait for one and still be ended; it may call it with a descriptor only.
 */
export function networkAccess(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => [
    ...importsOf(path, text)
      .filter((specifier) => NETWORK_MODULES.has(specifier.replace(/^node:/, '')))
      .filter((specifier) => !(path === PIPES && specifier === 'node:net' && readsPipes(text)))
      .filter(() => !(path === LOOPBACK && listensOnLoopback(path, text)))
      .map((specifier) => `${path}: imports ${specifier}, a way to the network`),
    ...collect(path, text, (node) =>
      ts.isIdentifier(node) &&
      NETWORK_NAMES.has(node.text) &&
      !isOwnMember(node) &&
      !(path === OWN_SERVER && asksOwnServer(node))
        ? node.text
        : undefined,
    ).map((found) => `${path}${found} is a way to the network`),
  ]);
}

/** Every module that a file names: imports, re-exports, dynamic imports, types and `require`. */
export function importsOf(path: string, text: string): string[] {
  const found: string[] = [];
  visit(parse(path, text), (node) => {
    const specifier = moduleSpecifier(node);
    if (specifier === undefined) return;
    found.push(ts.isStringLiteralLike(specifier) ? specifier.text : '(a computed name)');
  });
  return found;
}

function moduleSpecifier(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  }
  if (ts.isExternalModuleReference(node)) return node.expression;
  const isDynamic =
    ts.isCallExpression(node) &&
    (node.expression.kind === ts.SyntaxKind.ImportKeyword ||
      (ts.isIdentifier(node.expression) && node.expression.text === 'require'));
  return isDynamic ? node.arguments[0] : undefined;
}

function folderOf(path: string): string {
  const [root, folder, ...rest] = path.split('/');
  if (root !== 'src') return '(outside src)';
  return rest.length === 0 ? '(top)' : (folder ?? '');
}

function layerOf(path: string): number | undefined {
  const folder = folderOf(path);
  if (folder === '(top)') return LAYERS.length;
  const layer = LAYERS.findIndex((row) => row.includes(folder));
  return layer === -1 ? undefined : layer;
}

function isEngine({ path }: SourceFile): boolean {
  return ENGINE.includes(folderOf(path));
}

function isPowerOperator(node: ts.Node): boolean {
  return (
    node.kind === ts.SyntaxKind.AsteriskAsteriskToken ||
    node.kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken
  );
}

/** True for the `b` of `a.b`, `{ b: 1 }` and of a declared member: a name that looks nothing up. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  return isOwnMember(node);
}

/** Whether all that listens does so on 127.0.0.1, and nothing is asked of other machines. */
function listensOnLoopback(path: string, text: string): boolean {
  let isLoopback = /const HOST = '127\.0\.0\.1';/.test(text);
  visit(parse(path, text), (node) => {
    if (!ts.isCallExpression(node)) return;
    const called = node.expression.getText();
    if (/(^|\.)(request|get|connect|createConnection)$/.test(called)) {
      isLoopback &&= called.startsWith('searchParams.');
    }
    if (called.endsWith('.listen')) isLoopback &&= node.arguments[1]?.getText() === 'HOST';
  });
  return isLoopback;
}

/** `fetch('/about')`: a path alone, which stays with the page's own origin. */
function asksOwnServer(node: ts.Identifier): boolean {
  const { parent } = node;
  if (node.text !== 'fetch' || !ts.isCallExpression(parent) || parent.expression !== node) {
    return false;
  }
  const [address] = parent.arguments;
  return address !== undefined && /^['`]\/(?!\/)/.test(address.getText());
}

function isOwnMember(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isMethodSignature(parent)) &&
    parent.name === node
  );
}

function inexactMath(node: ts.Identifier): string | undefined {
  const { parent } = node;
  const member =
    ts.isPropertyAccessExpression(parent) && parent.expression === node ? parent.name.text : '';
  if (EXACT_MATH.has(member)) return undefined;
  return member === '' ? 'Math other than as Math.name' : `Math.${member}`;
}

/** The violations that `judge` finds, each as `:line: what`. */
function collect(
  path: string,
  text: string,
  judge: (node: ts.Node) => string | undefined,
): string[] {
  const source = parse(path, text);
  const found: string[] = [];
  visit(source, (node) => {
    const what = judge(node);
    if (what === undefined) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push(`:${line + 1}: ${what}`);
  });
  return found;
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
}

function visit(node: ts.Node, act: (node: ts.Node) => void): void {
  act(node);
  ts.forEachChild(node, (child) => visit(child, act));
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
