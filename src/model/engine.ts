/** The version of this engine, as in package.json. */
export const ENGINE_VERSION = '0.1.0';
