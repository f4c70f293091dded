/** Where damage begins: at a place of its own in every run, which is printed and can be given back. */

/** The minimal standard generator of Park and Miller. */
export function stream(seed: number): (below: number) => number {
  let state = (seed % 2147483646) + 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

/** TVINESYNTH_FUZZ_SEED, or a new one. */
export function fuzzSeed(): number {
  const given = process.env.TVINESYNTH_FUZZ_SEED;
  const seed = given === undefined ? Date.now() % 1_000_000_007 : Number(given);
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new Error(`TVINESYNTH_FUZZ_SEED: found '${given}'. Give a whole number of at least 0.`);
  }
  console.log(`damaged files: TVINESYNTH_FUZZ_SEED=${seed} repeats them`);
  return seed;
}
