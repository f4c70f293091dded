/** `inspect TABLE`: what the tool understood of a table. */

import { Command } from 'commander';
import { describeTable } from '../table/describeTable.ts';
import { detectSchema, schemaOf } from '../table/detectSchema.ts';
import { writeFileWhole } from '../table/files.ts';
import { schemaToJSON } from '../table/schema.ts';
import { withoutRareLevels } from '../table/withoutRareLevels.ts';
import { outOption, type TableOptions, withTable } from './options.ts';
import { readInput } from './readInput.ts';
import { printResult, remark } from './shell.ts';

interface InspectOptions extends TableOptions {
  readonly out?: string;
  readonly force?: boolean;
}

export function inspectCommand(signal: AbortSignal): Command {
  const command = new Command('inspect')
    .summary('show what the tool understood of a table')
    .description(
      'Shows each column with its type and the reason for it, missing values, ties and warnings. With --out, writes schema.json to be edited and given back with --schema.',
    )
    .argument('<table>', 'CSV, TSV or Parquet, also gzipped; - for standard input');
  return outOption(withTable(command), 'write the schema to this file').action(
    async (path: string, options: InspectOptions) => {
      const { table, schema } = await readInput(path, options, signal);
      const detection = detectSchema(table, schema ? { schema } : {});
      const { text, data } = describeTable(detection);
      if (options.out !== undefined) {
        const found = schemaOf(detection, schema?.missing);
        const shown = withoutRareLevels(found, table, schema);
        const document = JSON.stringify(schemaToJSON(shown.schema), null, 2);
        const bytes = new TextEncoder().encode(`${document}\n`);
        await writeFileWhole(options.out, [bytes], {
          force: options.force ?? false,
          inputs: [path],
        });
        remark(`schema written to ${options.out}`, options);
        if (shown.left.length > 0) {
          remark(
            `note: levels are left out where fewer than 5 rows have one: ${shown.left.join(', ')}. They are detected when the schema is used, or can be declared.`,
            options,
          );
        }
      }
      printResult(data, text, options);
    },
  );
}
