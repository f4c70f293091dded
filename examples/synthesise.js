// A synthetic copy of patients.csv (made-up people); cost and what is related to it are cut after tree 2
// of the vine: node synthesise.js
import { fit, sample } from 'tvinesynth';
import { readTableFile, writeTableFile } from 'tvinesynth/node';

const table = await readTableFile('patients.csv');
const model = await fit(table, { response: 'readmitted', sensitive: ['cost'] });
const synthetic = sample(model, table.rows, { truncation: 2, seed: 1 });
await writeTableFile('synthetic.csv', synthetic);
console.log(`synthetic.csv: ${synthetic.rows} rows, ${synthetic.columns.length} columns`);
