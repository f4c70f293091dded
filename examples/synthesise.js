// A synthetic copy of patients.csv (made-up people), cut at truncation level 2: node synthesise.js
import { readFile, writeFile } from 'node:fs/promises';
import { fit, readTable, sample, writeTable } from 'tvinesynth';

const table = await readTable(new Uint8Array(await readFile('patients.csv')));
const model = await fit(table, { response: 'readmitted', sensitive: ['cost'], seed: 1 });
const synthetic = sample(model, table.rows, { truncation: 2, seed: 1 });
const { bytes } = await writeTable(synthetic);
await writeFile('synthetic.csv', bytes);
console.log(`synthetic.csv: ${synthetic.rows} rows, ${synthetic.columns.length} columns`);
