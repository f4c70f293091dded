/** `order TABLE`: Algorithm 1, and what a regression attacker would get at each level. */

import { Command, Option } from 'commander';
import { orderTable } from '../model/orderTable.ts';
import { describeOrder } from '../order/describeOrder.ts';
import { describePreview } from '../order/describePreview.ts';
import { type ModelOptions, withOrder } from './options.ts';
import { startProgress } from './progress.ts';
import { readInput } from './readInput.ts';
import { printResult, remark } from './shell.ts';

interface OrderOptions extends ModelOptions {
  readonly preview: 'auto' | 'all' | 'none';
}

export function orderCommand(signal: AbortSignal): Command {
  const command = new Command('order')
    .summary('order the columns for the vine (Algorithm 1)')
    .description(
      'Sensitive columns, and those that give them away, go last into the vine. Shows the order with the reason for each place, the tree at which each column becomes a centre, the largest sensible truncation, and what a regression attacker would get at each level.',
    )
    .argument('<table>', 'CSV, TSV or Parquet, also gzipped; - for standard input')
    .addOption(
      new Option(
        '--preview <levels>',
        'what an attacker would get: auto shows some levels of many columns, and none beyond 600',
      )
        .choices(['auto', 'all', 'none'])
        .default('auto'),
    );
  return withOrder(command).action(async (path: string, options: OrderOptions) => {
    const { table, schema } = await readInput(path, options, signal);
    const progress = startProgress(options);
    const { order, preview, notes } = await orderTable(table, {
      ...options,
      schema: schema ?? {},
      signal,
      onProgress: progress.update,
    }).finally(() => progress.end());
    for (const note of notes) remark(`note: ${note}`, options);
    const text = [describeOrder(order), ...(preview ? ['', describePreview(preview)] : [])];
    printResult({ ...order, preview, notes }, text.join('\n'), options);
  });
}
