/** `order TABLE`: Algorithm 1, and what a regression attack would reveal at each level. */

import { Command, Option } from 'commander';
import { orderTable } from '../model/orderTable.ts';
import { describeOrder } from '../order/describeOrder.ts';
import { describePreview } from '../order/describePreview.ts';
import { type ModelOptions, TABLE_ARGUMENT, withOrder } from './options.ts';
import { startProgress } from './progress.ts';
import { readInput } from './readInput.ts';
import { printResult, remark } from './shell.ts';

interface OrderOptions extends ModelOptions {
  readonly preview: 'auto' | 'all' | 'none';
}

export function orderCommand(signal: AbortSignal): Command {
  const command = new Command('order')
    .summary('order the columns (Algorithm 1)')
    .description(
      'Orders the columns so that sensitive columns, and columns related to them, enter the vine last. Shows the order and the reason for each place, the tree of which each column is the centre, the largest sensible truncation, and what a regression attack would reveal at each level.',
    )
    .argument('<table>', TABLE_ARGUMENT)
    .addOption(
      new Option(
        '--preview <levels>',
        'levels to preview the attack at; auto: a selection if there are many columns, none above 600 columns, or above 416 with two classes of the response',
      )
        .choices(['auto', 'all', 'none'])
        .default('auto'),
    );
  return withOrder(command, false).action(async (path: string, options: OrderOptions) => {
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
