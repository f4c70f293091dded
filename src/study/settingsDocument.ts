/** `settings.json`: all options of a run, by their names on the command line, as plain data. */

export const SETTINGS_FORMAT = 'tvinesynth-settings';
export const SETTINGS_VERSION = 1;

export type SettingsValue =
  | string
  | number
  | boolean
  | readonly (string | number)[]
  | Record<string, number>;

export interface SettingsDocument {
  readonly format: typeof SETTINGS_FORMAT;
  readonly version: typeof SETTINGS_VERSION;
  readonly engine: string;
  readonly command: 'run' | 'demo';
  /** Null if it was read from standard input, or made on the spot. */
  readonly table: string | null;
  /** By name, without the dashes. */
  readonly options: Readonly<Record<string, SettingsValue>>;
}
