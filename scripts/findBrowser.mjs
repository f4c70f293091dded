/** The browser that pictures are taken in: TVINESYNTH_CHROMIUM, or a usual one of this machine. */

import { accessSync, constants } from 'node:fs';

export function findBrowser() {
  const named = process.env.TVINESYNTH_CHROMIUM;
  const usual = ['chromium', 'google-chrome', 'chromium-browser'].map((name) => `/usr/bin/${name}`);
  return (named ? [named] : usual).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
