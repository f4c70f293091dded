/**
 * Particles in the unit cube whose tables of two columns come near to given ones: gradient descent on
 * sliced squared Wasserstein distances (Donhauser, Abad, Hulkund and Yang, "Privacy-preserving data
 * release leveraging optimal transport and particle gradient descent", ICML 2024).
 *
 * In each epoch all pairs come once, in random order, in batches. A batch adds up its gradients, a random
 * share of the entries takes a step of Adam, whose moments stay where an entry is passed over, and
 * particles stay within the cube.
 */

import { kernel, type Pointer, type Scope, scoped } from '../../numerics/kernel.ts';
import type { StreamKey } from '../../random/keyPath.ts';
import type { Rng } from '../../random/rng.ts';
import type { Pair } from './marginals.ts';
import type { SliceBank } from './slices.ts';

export interface DescentSettings {
  readonly particles: number;
  readonly epochs: number;
  /** Directions for each pair and visit. */
  readonly slices: number;
  /** Pairs of a batch. */
  readonly batch: number;
  /** The share of entries that move. */
  readonly keep: number;
  readonly rate: number;
}

/** A pair, and how many particles each of its cells shall have. */
export interface Target extends Pair {
  readonly counts: Uint32Array;
  readonly bank: SliceBank;
}

/** So often over all epochs the steps get shorter, and to how much. */
const REDUCTIONS = 20;
const REDUCTION = 0.75;

/** Moves particles, one epoch with each step of the generator; the columns of the cube in the end. */
export function* descend(
  targets: readonly Target[],
  d: number,
  settings: DescentSettings,
  rng: Rng,
): Generator<undefined, Float32Array[]> {
  const { particles, epochs, rate } = settings;
  const columns = Array.from({ length: d }, (_, j) =>
    Float32Array.from(rng.split('start', j).uniforms(particles)),
  );
  const stride = (particles + 3) & ~3;
  const state = new Float32Array(3 * d * stride);
  columns.forEach((column, j) => {
    state.set(column, j * stride);
  });
  const decays: [number, number] = [1, 1];
  let length = rate;
  const stay = Math.max(1, Math.round(epochs / REDUCTIONS));
  for (let epoch = 0; epoch < epochs; epoch++) {
    runEpoch(state, targets, d, { ...settings, rate: length }, decays, rng.split('epoch', epoch));
    if ((epoch + 1) % stay === 0) length *= REDUCTION;
    yield;
  }
  return columns.map((_, j) => state.slice(j * stride, j * stride + particles));
}

/** Positions and both moments in `state`, and the powers of Adam's decays, go one epoch on. */
function runEpoch(
  state: Float32Array,
  targets: readonly Target[],
  d: number,
  settings: DescentSettings,
  decays: [number, number],
  rng: Rng,
): void {
  const { slices, batch } = settings;
  const visits = rng.split('visits').permutation(targets.length);
  const angles = targets.length === 0 ? 1 : targets[0].bank.angles;
  const chosen = rng.split('directions').integers(targets.length * slices, angles);
  scoped((scope) => {
    const room = openRoom(scope, state, targets, d, settings);
    for (let from = 0; from < visits.length; from += batch) {
      const moved = new Set<number>();
      for (const place of visits.subarray(from, from + batch)) {
        const target = targets[place];
        moved.add(target.a).add(target.b);
        addGradients(room, target, chosen.subarray(place * slices, (place + 1) * slices));
      }
      decays[0] *= 0.9;
      decays[1] *= 0.999;
      moveColumns(room, moved, d, settings, decays, rng.split('mask', from).key);
    }
    state.set(new Float32Array(kernel().memory.buffer, room.at, state.length));
  });
}

/** What an epoch needs in the kernel's memory. */
interface EpochRoom {
  readonly particles: number;
  /** Floats from one column to the next. */
  readonly stride: number;
  readonly buckets: number;
  /** Positions, then first and second moments. */
  readonly at: Pointer;
  readonly gradients: Pointer;
  readonly scratch: Pointer;
  readonly counts: Pointer;
  readonly banks: ReadonlyMap<SliceBank, { readonly orders: Pointer; readonly z: Pointer }>;
}

function openRoom(
  scope: Scope,
  state: Float32Array,
  targets: readonly Target[],
  d: number,
  { particles }: DescentSettings,
): EpochRoom {
  const buckets = bucketsOf(particles);
  const stride = (particles + 3) & ~3;
  const room = (length: number): Pointer => scope.column(Math.ceil(length / 2));
  const at = room(state.length);
  const gradients = room(d * stride);
  const scratch = scope.column(kernel().slicedScratch(particles, buckets) / 8);
  const banks = new Map<SliceBank, { readonly orders: Pointer; readonly z: Pointer }>();
  for (const { bank } of targets) {
    if (banks.has(bank)) continue;
    const [orders, z] = [room(bank.orders.length), room(bank.z.length)];
    banks.set(bank, { orders: put(bank.orders, orders), z: put(bank.z, z) });
  }
  const largest = targets.reduce((most, { counts }) => Math.max(most, counts.length), 0);
  const counts = room(largest);
  put(state, at);
  new Float32Array(kernel().memory.buffer, gradients, d * stride).fill(0);
  return { particles, stride, buckets, at, gradients, scratch, counts, banks };
}

function put(values: Float32Array | Uint32Array, pointer: Pointer): Pointer {
  const View = values.constructor as Float32ArrayConstructor;
  new View(kernel().memory.buffer, pointer, values.length).set(values);
  return pointer;
}

/** The gradients of a pair's two columns grow by those along each direction. */
function addGradients(room: EpochRoom, target: Target, directions: Uint32Array): void {
  const { particles: n, stride, buckets, at, gradients, scratch, counts, banks } = room;
  const { a, b, bank, counts: own } = target;
  const { orders, z } = banks.get(bank) as { orders: Pointer; z: Pointer };
  const { slicedGradient } = kernel();
  put(own, counts);
  for (const angle of directions) {
    const [wa, wb] = [bank.wa[angle], bank.wb[angle]];
    const low = Math.min(0, wa) + Math.min(0, wb);
    const width = Math.abs(wa) + Math.abs(wb);
    const offset = 4 * angle * bank.cells;
    // biome-ignore format: one line for each kind of argument
    slicedGradient(
      at + 4 * a * stride, at + 4 * b * stride,
      gradients + 4 * a * stride, gradients + 4 * b * stride,
      n, wa, wb, low, buckets / width, buckets,
      orders + offset, z + offset, bank.cells, counts, scratch,
    );
  }
}

/** A step of Adam for the columns that have gradients, of a random share of their entries. */
function moveColumns(
  { particles: n, stride, at, gradients }: EpochRoom,
  columns: ReadonlySet<number>,
  d: number,
  { slices, keep, rate }: DescentSettings,
  decays: readonly [number, number],
  key: StreamKey,
): void {
  const { maskedAdam } = kernel();
  const share = Math.round(keep * 0x10000);
  const own = rate / (1 - decays[0]);
  const correction = Math.sqrt(1 - decays[1]);
  const weight = SCALE / slices;
  for (const j of columns) {
    const x = at + 4 * j * stride;
    const [m, v] = [x + 4 * d * stride, x + 8 * d * stride];
    // biome-ignore format: as above
    maskedAdam(
      x, m, v, gradients + 4 * j * stride, n, share, weight, own, correction, j, ...key,
    );
  }
}

/** Parts that projections are sorted into: a power of two, at least as many as two for each particle. */
function bucketsOf(particles: number): number {
  let buckets = FEWEST_BUCKETS;
  while (buckets < 2 * particles && buckets < MOST_BUCKETS) buckets *= 2;
  return buckets;
}

const FEWEST_BUCKETS = 4096;
const MOST_BUCKETS = 0x10000;

/** The gradient of a squared distance, times 100: it decides only how small is next to nothing to Adam. */
const SCALE = 200;
