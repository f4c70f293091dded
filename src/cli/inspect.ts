/** `inspect TABLE`: how a table is understood. */

import { Command } from 'commander';
import { findRelations } from '../model/findRelations.ts';
import { describeTable } from '../table/describeTable.ts';
import { detectSchema, schemaOf } from '../table/detectSchema.ts';
import { writeFileWhole } from '../table/files.ts';
import { completeSchema, schemaToJSON } from '../table/schema.ts';
import { withoutRareLevels } from '../table/withoutRareLevels.ts';
import { outOption, TABLE_ARGUMENT, type TableOptions, withTable } from './options.ts';
import { readInput } from './readInput.ts';
import { printResult, remark } from './shell.ts';

interface InspectOptions extends TableOptions {
  readonly out?: string;
  readonly writeSchema?: string;
  readonly force?: boolean;
}

export function inspectCommand(signal: AbortSignal): Command {
  const command = new Command('inspect')
    .summary('show what is understood of a table: the first step')
    .description(
      'Shows for each column its type and why, its range or its levels, missing values, codes that may stand for missing values, likely names and numbers of people, and what to do next. With --write-schema, writes a schema that you can edit and pass to every command with --schema.',
    )
    .argument('<table>', TABLE_ARGUMENT);
  withTable(command).option('--write-schema <file>', 'file to write the complete schema to');
  return outOption(command, 'the same as --write-schema').action(
    async (path: string, options: InspectOptions) => {
      const { table, schema } = await readInput(path, options, signal);
      const detection = detectSchema(table, schema ? { schema } : {});
      // what came through a pipe cannot be read again under its name
      const isFile = path !== '-' && !path.startsWith('/dev/');
      const { text, data } = describeTable(detection, {
        table,
        schema,
        ...(isFile && { path }),
      });
      const out = options.writeSchema ?? options.out;
      if (out !== undefined) {
        const found = schemaOf(detection, schema?.missing);
        const complete = schema ? completeSchema(found, schema) : found;
        const shown = withoutRareLevels(complete, table, schema);
        const document = JSON.stringify(schemaToJSON(shown.schema), null, 2);
        const bytes = new TextEncoder().encode(`${document}\n`);
        await writeFileWhole(out, [bytes], {
          force: options.force ?? false,
          inputs: [path],
        });
        remark(`schema written to ${out}`, options);
        if (shown.left.length > 0) {
          remark(
            `note: the schema omits the levels of columns that have a level with fewer than 5 rows: ${shown.left.join(', ')}. They are detected when the schema is used, or you can declare them.`,
            options,
          );
        }
      }
      const relations = findRelations(table, schema);
      const between = relations.map((each) => `- ${each.text}`);
      const told = between.length > 0 ? ['Between columns:', ...between, ''].join('\n') : '';
      printResult(
        { ...data, relations },
        [text, told].filter((part) => part !== '').join('\n'),
        options,
      );
    },
  );
}
