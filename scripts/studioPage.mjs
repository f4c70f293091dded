/**
 * The studio as one file: a script and a style in a page whose policy allows these two by their hashes and nothing
 * else. The same sources give the same bytes.
 */

import { createHash } from 'node:crypto';

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export function policyOf(script, style) {
  return [
    "default-src 'none'",
    `script-src ${hash(script)} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)}`,
    'worker-src blob:',
    'img-src data: blob:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types tvinesynth',
  ].join('; ');
}

/** `script` is a classic one, so that workers can be started from its text. */
export function studioPage(script, style) {
  // a string in the script must not end it
  const safe = script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(safe, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>TVineSynth studio</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="studio"></div>
<noscript>The studio is a program in this page: allow scripts for it. None is fetched.</noscript>
<script>${safe}</script>
</body>
</html>
`;
}
